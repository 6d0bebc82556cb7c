// A double of Meilisearch: the addresses that the example of openapi/docs/search-elsewhere.md uses, with tasks that are
// done later. It does not search. Its responses follow the reference of Meilisearch, and were not compared with a real
// one.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Row = { id: string } & Record<string, unknown>;

export interface MeilisearchDouble {
  url: string;
  /** Rows by index. */
  indexes: Map<string, Map<string, Row>>;
  /** Requests that change something are 503 while it is true. */
  isAway: boolean;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body: object;
}

const read = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
};

/** The duration of a task. */
const TASK_MS = 20;

export async function openMeilisearchDouble(key: string): Promise<MeilisearchDouble> {
  const double = { indexes: new Map<string, Map<string, Row>>(), isAway: false };
  const tasks: { status: string; error: { message: string } | null }[] = [];

  function enqueue(work: () => string | undefined): Answer {
    const taskUid = tasks.push({ status: 'enqueued', error: null }) - 1;
    setTimeout(() => {
      const message = work();
      tasks[taskUid] = { status: message === undefined ? 'succeeded' : 'failed', error: message ? { message } : null };
    }, TASK_MS);
    return { status: 202, body: { taskUid, status: 'enqueued' } };
  }

  function ofIndex(name: string, work: (rows: Map<string, Row>) => void): Answer {
    return enqueue(() => {
      const rows = double.indexes.get(name);
      if (!rows) return `Index \`${name}\` not found.`;
      work(rows);
      return undefined;
    });
  }

  function answerTo(request: IncomingMessage, body: unknown): Answer {
    if (request.headers.authorization !== `Bearer ${key}`) return { status: 403, body: { code: 'invalid_api_key' } };
    const [kind = '', name = '', , id = ''] = (request.url ?? '').slice(1).split('/');
    const what = `${request.method} ${kind}`;
    if (what === 'GET tasks') return { status: 200, body: { uid: Number(name), ...tasks[Number(name)] } };
    if (what === 'GET indexes') {
      return double.indexes.has(name)
        ? { status: 200, body: { uid: name } }
        : { status: 404, body: { code: 'index_not_found' } };
    }
    if (double.isAway) return { status: 503, body: { code: 'unavailable' } };
    if (what === 'POST indexes' && name === '') {
      const { uid } = body as { uid: string };
      return enqueue(() => {
        if (double.indexes.has(uid)) return `Index \`${uid}\` already exists.`;
        double.indexes.set(uid, new Map());
        return undefined;
      });
    }
    if (what === 'POST indexes')
      return ofIndex(name, (rows) => (body as Row[]).forEach((row) => rows.set(row.id, row)));
    if (what === 'DELETE indexes') return ofIndex(name, (rows) => void rows.delete(id));
    return { status: 404, body: { code: 'not_found' } };
  }

  const server = createServer((request, response) => {
    void read(request).then((given) => {
      const { status, body } = answerTo(request, given);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(double, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
