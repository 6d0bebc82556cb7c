// Floor F2: the benchmarked requests on Express 5 and the driver, by hand.
import express, { type NextFunction, type Request, type Response } from 'express';
import { serveBench } from './child-server.ts';
import { HttpError } from './floor-access.ts';
import { openFloor } from './floor-documents.ts';

const JSON_API = 'application/vnd.api+json';

const documents = await openFloor();
const app = express();
app.use(express.json({ type: [JSON_API, 'application/json'], limit: '1mb' }));

const queryOf = (request: Request) => new URLSearchParams(request.query as Record<string, string>);

app.get('/documents', async (request, response) => {
  send(response, await documents.list(queryOf(request), request.headers.authorization));
});
app.get('/objects', async (request, response) => {
  send(response, await documents.objects(queryOf(request), request.headers.authorization));
});
app.get('/documents/:id/see_also', async (request, response) => {
  const { authorization } = request.headers;
  send(response, await documents.related(Number(request.params.id), queryOf(request), authorization));
});
app.get('/folders/:id/children', async (request, response) => {
  const { authorization } = request.headers;
  send(response, await documents.children(Number(request.params.id), queryOf(request), authorization));
});
app.get('/documents/:id', async (request, response) => {
  send(response, await documents.get(Number(request.params.id), request.headers.authorization));
});
app.post('/documents', async (request, response) => {
  const { id, text } = await documents.create(request.body, request.headers.authorization);
  response.status(201).location(`${process.env['PUBLIC_URL']}/documents/${id}`);
  send(response, text);
});
app.patch('/documents/:id', async (request, response) => {
  const id = Number(request.params.id);
  send(response, await documents.update(id, request.body, request.headers.authorization));
});
app.post('/documents/:id/relationships/see_also', async (request, response) => {
  const id = Number(request.params.id);
  const text = await documents.relate(id, request.body, request.headers.authorization);
  if (text === undefined) response.status(204).end();
  else send(response, text);
});
app.delete('/documents/:id', async (request, response) => {
  await documents.remove(Number(request.params.id), request.headers.authorization);
  response.status(204).end();
});
app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
  const status = error instanceof HttpError ? error.status : 500;
  response.status(status).json({ errors: [{ status: String(status) }] });
});

await serveBench(app);

/** Not `response.send`, which adds a charset that JSON:API forbids. */
function send(response: Response, text: string): void {
  response.setHeader('Content-Type', JSON_API);
  response.end(text);
}
