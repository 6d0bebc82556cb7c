// The plain floor: what forty lines of Express with the bare driver do for a write. No token, no check of the body, no
// history, no totals, no unique names; the same documents, a text index, two indexes for lists, majority writes.
import express, { type Response } from 'express';
import { MongoClient } from 'mongodb';
import { serveBench } from './child-server.ts';

interface Article {
  _id: number;
  links?: object[];
}

const client = await MongoClient.connect(process.env['MONGODB_URI'] ?? '', { writeConcern: { w: 'majority' } });
const articles = client.db().collection<Article>('documents');
await articles.createIndexes([
  { key: { status: 1, modified: -1 } },
  { key: { status: 1, title: 1 } },
  { key: { title: 'text', description: 'text', body: 'text' }, default_language: 'none', language_override: 'none' },
]);
const [newest] = await articles.find().sort({ _id: -1 }).limit(1).toArray();
let lastId = newest?._id ?? 0;

const app = express();
app.use(express.json({ type: ['application/vnd.api+json', 'application/json'], limit: '1mb' }));
const attributesOf = (body: unknown): object => (body as { data: { attributes: object } }).data.attributes;
const send = (response: Response, article: Article | null): unknown =>
  article ? response.json({ data: article }) : response.status(404).json({ errors: [{ status: '404' }] });

app.post('/documents', async ({ body }, response) => {
  const article = { ...attributesOf(body), _id: ++lastId, created: new Date(), modified: new Date() };
  await articles.insertOne(article);
  response.status(201);
  send(response, article);
});
app.patch('/documents/:id', async ({ params, body }, response) => {
  const $set = { ...attributesOf(body), modified: new Date() };
  send(response, await articles.findOneAndUpdate({ _id: Number(params.id) }, { $set }, { returnDocument: 'after' }));
});
app.post('/documents/:id/relationships/see_also', async ({ params, body }, response) => {
  const links = { $each: (body as { data: object[] }).data };
  const $push = { links } as never;
  send(response, await articles.findOneAndUpdate({ _id: Number(params.id) }, { $push }, { returnDocument: 'after' }));
});
app.delete('/documents/:id', async ({ params }, response) => {
  await articles.deleteOne({ _id: Number(params.id) });
  response.status(204).end();
});

await serveBench(app);
