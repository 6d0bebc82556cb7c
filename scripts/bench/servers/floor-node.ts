// Floor F1: the benchmarked requests on node:http and the driver, by hand.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveBench } from './child-server.ts';
import { HttpError } from './floor-access.ts';
import { openFloor } from './floor-documents.ts';

const documents = await openFloor();
const listsOfOne: Record<string, typeof documents.related> = {
  'documents/see_also': documents.related,
  'folders/children': documents.children,
};

await serveBench((request, response) => {
  answer(request, response).catch((error: unknown) => {
    const status = error instanceof HttpError ? error.status : 500;
    send(response, status, JSON.stringify({ errors: [{ status: String(status) }] }));
  });
});

interface FloorRequest {
  endpoint: string;
  id: string | undefined;
  part: string | undefined;
  query: URLSearchParams;
  authorization: string | undefined;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '/', headers } = request;
  const mark = url.indexOf('?');
  const [, endpoint = '', id, part] = (mark < 0 ? url : url.slice(0, mark)).split('/');
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  const floorRequest = { endpoint, id, part, query, authorization: headers.authorization };
  if (method === 'GET') send(response, 200, await read(floorRequest));
  else if (endpoint === 'documents') await write(request, response, floorRequest);
  else throw new HttpError(404);
}

function read({ endpoint, id, part, query, authorization }: FloorRequest): Promise<string> {
  const listOne = listsOfOne[`${endpoint}/${part}`];
  if (listOne) return listOne(Number(id), query, authorization);
  if (endpoint === 'objects') return documents.objects(query, authorization);
  if (endpoint !== 'documents') throw new HttpError(404);
  return id === undefined ? documents.list(query, authorization) : documents.get(Number(id), authorization);
}

async function write(
  request: IncomingMessage,
  response: ServerResponse,
  { id, part, authorization }: FloorRequest,
): Promise<void> {
  const { method } = request;
  if (method === 'DELETE') {
    await documents.remove(Number(id), authorization);
    response.writeHead(204).end();
  } else if (method === 'PATCH') {
    send(response, 200, await documents.update(Number(id), await readBody(request), authorization));
  } else if (id === undefined) {
    const created = await documents.create(await readBody(request), authorization);
    response.setHeader('Location', `${process.env['PUBLIC_URL']}/documents/${created.id}`);
    send(response, 201, created.text);
  } else if (part === 'relationships') {
    const text = await documents.relate(Number(id), await readBody(request), authorization);
    if (text === undefined) response.writeHead(204).end();
    else send(response, 200, text);
  } else {
    throw new HttpError(405);
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > 1_048_576) throw new HttpError(413);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  } catch {
    throw new HttpError(400);
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  const bytes = Buffer.from(text);
  response.writeHead(status, { 'Content-Type': 'application/vnd.api+json', 'Content-Length': bytes.length }).end(bytes);
}
