// A bare Express route: what Express and Node alone cost.
import express from 'express';
import { serveBench } from './child-server.ts';

const app = express();
app.get('/', (_request, response) => {
  response.json({ status: 'ok' });
});

await serveBench(app);
