// Responses to reads that have an ETag are kept and asked for with If-None-Match: 304 gives the kept body again, so that an
// unchanged list is neither made nor sent.

type Send = (request: Request) => Promise<Response>;

interface Kept {
  tag: string;
  /** Media type; 304 has no body, and so no type. */
  type: string;
  text: string;
}

/** Of all kept bodies. */
const MOST_CHARACTERS = 8_000_000;

const mayAsk = ({ method, headers }: Request): boolean =>
  method === 'GET' && !['if-none-match', 'range', 'cache-control', 'pragma'].some((name) => headers.has(name));

const mayKeep = ({ status, headers }: Response): boolean =>
  status === 200 &&
  headers.has('etag') &&
  /[/+]json/i.test(headers.get('content-type') ?? '') &&
  !/no-store/i.test(headers.get('cache-control') ?? '');

/** @param callerOf another number for each caller (`session.caller`): none is given what another one has read */
export function createKeptReads(send: Send, callerOf: () => number): Send {
  /** The one used last is at the end. */
  const kept = new Map<string, Kept>();
  let characters = 0;

  function remove(key: string): Kept | undefined {
    const found = kept.get(key);
    if (found) characters -= found.text.length;
    kept.delete(key);
    return found;
  }

  function add(key: string, one: Kept): void {
    kept.set(key, one);
    characters += one.text.length;
    for (const oldest of kept.keys()) if (characters > MOST_CHARACTERS) remove(oldest);
  }

  async function fetchChanged(request: Request): Promise<Response> {
    const key = [callerOf(), request.headers.get('accept'), request.headers.get('accept-language'), request.url].join(
      ' ',
    );
    const known = kept.get(key);
    if (known) request.headers.set('if-none-match', known.tag);
    const response = await send(request);
    const { headers } = response;
    if (response.status === 304 && known) {
      remove(key);
      add(key, known);
      return new Response(known.text, { headers: withType(headers, known.type) });
    }
    remove(key);
    if (!mayKeep(response)) return response;
    const text = await response.text();
    add(key, { tag: headers.get('etag') ?? '', type: headers.get('content-type') ?? '', text });
    return new Response(text, { headers });
  }

  return (request) => (mayAsk(request) ? fetchChanged(request) : send(request));
}

function withType(given: Headers, type: string): Headers {
  const headers = new Headers(given);
  headers.set('content-type', type);
  return headers;
}
