// Floor F2: the benchmarked requests on Express 5 as it comes, and the driver, by hand.
import express, { type NextFunction, type Request, type Response } from 'express';
import { serveBench } from './child-server.ts';
import { HttpError } from './floor-access.ts';
import { openFloor } from './floor-documents.ts';

const JSON_API = 'application/vnd.api+json';

const documents = await openFloor();
const app = express();
app.use(express.json({ type: [JSON_API, 'application/json'], limit: '1mb' }));

app.get('/documents', async (request, response) => {
  const query = new URLSearchParams(request.query as Record<string, string>);
  response.type(JSON_API).send(await documents.list(query, request.headers.authorization));
});
app.get('/documents/:id', async (request, response) => {
  response.type(JSON_API).send(await documents.get(Number(request.params.id), request.headers.authorization));
});
app.post('/documents', async (request, response) => {
  const { id, text } = await documents.create(request.body, request.headers.authorization);
  response.status(201).location(`${process.env['PUBLIC_URL']}/documents/${id}`).type(JSON_API).send(text);
});
app.patch('/documents/:id', async (request, response) => {
  const id = Number(request.params.id);
  response.type(JSON_API).send(await documents.update(id, request.body, request.headers.authorization));
});
app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  const status = error instanceof HttpError ? error.status : 500;
  response.status(status).json({ errors: [{ status: String(status) }] });
});

await serveBench(app);
