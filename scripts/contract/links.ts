// Whether the links in responses work, and stay on the deployment.
import { isRecord } from '../../core/values.ts';
import type { SeenRead } from './reads.ts';
import type { Report } from './report/report.ts';
import type { Answer, Session } from './session.ts';

export interface FoundLink {
  href: string;
  /** `data.links.self`, with `*` for places in lists. */
  place: string;
  /** Of the operation whose response has it. */
  operationId: string;
  answer: Answer;
}

type Visit = (href: string, place: string) => void;

/** Members that hold a URL directly. */
const URL_MEMBERS = new Set(['media_url', 'href']);

/** Each resource of the home document names its methods. */
function canBeRead({ hints }: { hints?: { allow?: string[] } }): boolean {
  return hints?.allow === undefined || hints.allow.includes('GET');
}

/** Links of a document: members of `links`, `$id` of schemas in meta, `media_url`, `href`, and `url` in meta. */
function visit(value: unknown, place: string, act: Visit): void {
  if (Array.isArray(value)) return value.forEach((item) => visit(item, `${place}.*`, act));
  if (!isRecord(value)) return;
  const isLinks = /(?:^|\.)links$/.test(place);
  const isMeta = /(?:^|\.)meta(?:$|\.)/.test(place);
  for (const [name, item] of Object.entries(value)) {
    const at = place === '' ? name : `${place}.${name}`;
    // Addresses in attributes are data of the project.
    if (name === 'attributes') continue;
    if (name === 'href' && !canBeRead(value)) continue;
    if (typeof item !== 'string') visit(item, at, act);
    else if (isLinks || URL_MEMBERS.has(name) || (isMeta && (name === 'url' || name === '$id'))) act(item, at);
  }
}

/** @param reads responses about existing resources */
export function linksIn(reads: readonly SeenRead[]): FoundLink[] {
  const found: FoundLink[] = [];
  for (const { operation, answer } of reads) {
    if (answer.status !== 200 || operation.path.startsWith('/openapi')) continue;
    const { operationId } = operation;
    visit(answer.json, '', (href, place) => void found.push({ href, place, operationId, answer }));
    const { location } = answer.headers;
    if (location !== undefined) found.push({ href: location, place: 'Location', operationId, answer });
  }
  return found;
}

/** Of one place in the responses of one operation. */
const SAMPLE = 2;

/** Follows each link once, a few of each place. */
export async function followLinks(session: Session, links: readonly FoundLink[], report: Report): Promise<void> {
  const followed = new Map<string, Answer>();
  const counts = new Map<string, number>();
  const operations = session.operations();
  const reads = operations.filter(({ method }) => method === 'GET');
  const needsQuery = new Set(reads.flatMap(({ path, requiredQuery }) => (requiredQuery.length > 0 ? [path] : [])));
  // The home document shows a path with parameters by the part before them (D401).
  const needsSegment = new Set(operations.flatMap(({ path }) => (path.includes('/{') ? [path.split('/{')[0]] : [])));
  for (const { path } of operations) needsSegment.delete(path);
  for (const { href, place, operationId, answer } of links) {
    const key = `${operationId} ${place}`;
    const count = counts.get(key) ?? 0;
    if (count >= SAMPLE) continue;
    counts.set(key, count + 1);
    const fail = (detail: string, shown = answer.shown): void =>
      report.fail('links', operationId, {
        title: `the link ${place}`,
        detail: `${place}, ${href}: ${detail}`,
        ...shown,
      });
    if (href !== session.url && !href.startsWith(`${session.url}/`)) {
      fail(`it leads away from ${session.url}`);
      continue;
    }
    const path = href.slice(session.url.length).split('#')[0] ?? '';
    // The home document lists paths that need a query.
    if (needsQuery.has(path) || (operationId === 'getHome' && needsSegment.has(path))) continue;
    const target = followed.get(path) ?? (await session.send({ method: 'GET', path: path || '/home' }));
    followed.set(path, target);
    if (target.status >= 400) fail(`it is answered ${target.status}`, target.shown);
    else report.pass('links', operationId);
  }
  report.note(`${followed.size} links followed`);
}
