// A proxy before a service that makes one fault of each kind, for the contract run to find.
import { request as overHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { openLoopbackServer, type LoopbackServer } from '../clients/loopback-server.ts';

/** The change that a proxy makes to a response to `GET` of a path. */
type Fault = (answer: { status: number; headers: Record<string, string>; body: Record<string, unknown> }) => void;

const member = (body: Record<string, unknown>, ...names: string[]): Record<string, unknown> =>
  names.reduce((at, name) => at[name] as Record<string, unknown>, body);

const FAULTS: Record<string, Fault> = {
  '/auth': ({ headers }) => {
    headers['cache-control'] = 'public';
  },
  '/roles/1': ({ body }) => {
    member(body, 'data', 'attributes')['name'] = 7;
  },
  '/home': ({ body }) => {
    delete body['meta'];
    body['surprise'] = true;
  },
  '/status': (answer) => {
    answer.status = 226;
  },
  '/model/project': ({ headers }) => {
    headers['content-type'] = 'text/plain';
  },
  '/users/1': ({ headers }) => {
    delete headers['etag'];
  },
  '/model/object_types': ({ body }) => {
    member(body, 'links')['self'] = `${member(body, 'links')['home'] as string}/nowhere`;
  },
  '/users/1/roles': ({ body }) => {
    member(body, 'links')['self'] = 'https://elsewhere.example/users/1/roles';
  },
  '/model/relations?page_size=20': (answer) => {
    const error = { status: '400', code: 'unknown_parameter', title: 'Unknown query parameter', detail: 'No.' };
    answer.status = 400;
    answer.body = { error, errors: [error], links: member(answer.body, 'links') };
  },
  '/roles': ({ body }) => {
    const [first] = body['data'] as Record<string, unknown>[];
    body['included'] = [first, { type: 'users', id: '4711' }];
  },
};

/** Not handed on with this parameter, so that it is accepted. */
const IGNORED = 'contract=unknown';
const TAKES_ALL = /^\/model\/tags\?/;

/** Forwards each request to the service at `url`, and returns the response with its fault. */
export async function openFaultyProxy(url: string): Promise<LoopbackServer> {
  const proxy = await openLoopbackServer();
  proxy.answer((request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET' && request.url === '/applications') return void request.socket.destroy();
    // With the name that the client knows the service by, so that links lead to the proxy.
    const path = request.url ?? '';
    const target = TAKES_ALL.test(path) ? path.replace(IGNORED, '') : path;
    const onward = overHttp(`${url}${target}`, { method: request.method, headers: request.headers });
    request.pipe(onward);
    onward.on('response', (answer) => {
      if (answer.headers['content-type'] === 'text/event-stream') {
        response.writeHead(answer.statusCode ?? 0, answer.headers).on('close', () => onward.destroy());
        return void answer.pipe(response);
      }
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const given = { status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, body: {} };
        const fault = request.method === 'GET' ? FAULTS[request.url ?? ''] : undefined;
        let bytes = Buffer.concat(chunks);
        if (fault && given.status === 200 && request.headers.accept !== 'text/x-nothing') {
          given.body = JSON.parse(bytes.toString()) as Record<string, unknown>;
          fault(given);
          bytes = Buffer.from(JSON.stringify(given.body));
          given.headers['content-length'] = String(bytes.length);
        }
        response.writeHead(given.status, given.headers).end(bytes);
      });
    });
  });
  return proxy;
}
