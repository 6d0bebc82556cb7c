// All three systems must answer the same bytes, or their speeds say nothing. What a write makes up is masked.
import type { BenchCase, BenchData, BenchRequest } from './cases.ts';
import type { BenchServer } from './servers.ts';

/** Requests of each case whose answers are compared. */
export const SAMPLES = 5;

async function bodyOf(server: BenchServer, { path, ...request }: BenchRequest): Promise<string> {
  const response = await fetch(server.url + path, request);
  const body = await response.text();
  if (!response.ok) throw new Error(`${request.method} ${path} gives ${response.status}: ${body.slice(0, 300)}`);
  return body;
}

const masked = (body: string): string =>
  body
    .replace(/"(id|uname)":"[^"]*"/g, '"$1":"#"')
    .replace(/documents\/\d+/g, 'documents/#')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00/g, '#');

function assertEqual(expected: string, given: string, where: string): void {
  if (expected === given) return;
  let place = 0;
  while (expected[place] === given[place]) place++;
  const around = (text: string): string => text.slice(Math.max(0, place - 40), place + 60);
  throw new Error(`${where}: the bodies differ at ${place}:\n  ${around(expected)}\n  ${around(given)}`);
}

/** Resources that an answer holds. */
function itemsOf(body: string): number {
  if (body === '') return 1;
  const { data, included = [] } = JSON.parse(body) as { data: unknown; included?: unknown[] };
  return (Array.isArray(data) ? data.length : 1) + included.length;
}

/** The floors are not asked what they do not answer. */
const serversOf = ({ against }: BenchCase, servers: ReadonlyMap<string, BenchServer>): [string, BenchServer][] =>
  [...servers].slice(0, against === undefined ? undefined : 1);

/**
 * @returns resources in an answer, on average, by the name of the case
 * @throws Error that shows the first difference between the first server's answers and another's
 */
export async function compareBodies(
  servers: ReadonlyMap<string, BenchServer>,
  cases: readonly BenchCase[],
  data: BenchData,
): Promise<Map<string, number>> {
  const items = new Map<string, number>();
  for (const each of cases) {
    let found = 0;
    for (let sample = 0; sample < SAMPLES; sample++) {
      const request = each.request(data);
      const mask = request.method === 'GET' ? (body: string) => body : masked;
      let first: string | undefined;
      for (const [name, server] of serversOf(each, servers)) {
        const body = mask(await bodyOf(server, request));
        if (first === undefined) found += itemsOf(body);
        first ??= body;
        assertEqual(first, body, `${each.name}, ${name}`);
      }
    }
    items.set(each.name, found / SAMPLES);
  }
  return items;
}
