// Clients of a service that may be killed at any time, and a simple model of the acknowledged changes.
import type { Store } from '../../../core/store/store.ts';
import type { ServiceProcess } from '../processes/service-processes.ts';

const JSON_API = 'application/vnd.api+json';
/** Few titles, so that names clash. */
const TITLES = ['One', 'Two', 'Three'];

interface Answer {
  status: number;
  etag: string;
  data: { id: string; attributes: { extra: { n: number } | null } };
}

/** Clients' knowledge of a document: changes that were acknowledged, and those whose response was cut off. */
export interface Known {
  sure: number;
  unknown: number;
  /** An acknowledged purge: it can never be seen again. */
  purged: boolean;
}

export interface World {
  service: ServiceProcess;
  documents: string[];
  folders: string[];
  known: Map<string, Known>;
  /** Responses with 5xx, which must be 503. */
  failures: number[];
}

interface WriteRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  data?: unknown;
  ifMatch?: string;
}

async function send({ service, failures }: World, { method, path, data, ifMatch }: WriteRequest): Promise<Answer> {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      Authorization: `Bearer ${service.token}`,
      'Content-Type': JSON_API,
      Accept: JSON_API,
      ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    },
    ...(data !== undefined && { body: JSON.stringify({ data }) }),
  });
  const text = await response.text();
  if (response.status >= 500) failures.push(response.status);
  const answer = (text === '' ? {} : JSON.parse(text)) as Pick<Answer, 'data'>;
  return { status: response.status, etag: response.headers.get('etag') ?? '', data: answer.data };
}

const identifier = (id: string, type = 'documents') => ({ id, type });
const pick = (ids: readonly string[], at: number): string => ids[at % ids.length] ?? '';

/** Two numbers that select the target of a request. */
interface Chosen {
  at: number;
  other: number;
}

const attributesOf = (at: number) => ({
  title: TITLES[at % TITLES.length],
  status: at % 2 === 0 ? 'on' : 'draft',
  extra: { n: 0 },
});

async function make(world: World, path: string, more: object): Promise<void> {
  const data = { type: 'documents', ...more };
  const { status, data: made } = await send(world, { method: 'POST', path, data });
  if (status !== 201) return;
  world.documents.push(made.id);
  world.known.set(made.id, { sure: 0, unknown: 0, purged: false });
}

const linksOf = ({ documents }: World, at: number): string => `/documents/${pick(documents, at)}/relationships/cites`;
const childrenOf = ({ folders }: World, at: number): string => `/folders/${pick(folders, at)}/relationships/children`;

const WORKS = {
  create: (world: World, { at }: Chosen) => make(world, '/documents', { attributes: attributesOf(at) }),
  createLinked(world: World, { at, other }: Chosen) {
    const relationships = { cites: { data: [identifier(pick(world.documents, other))] } };
    return make(world, '/documents', { attributes: attributesOf(at), relationships });
  },
  clone(world: World, { at }: Chosen) {
    const path = `/documents/${pick(world.documents, at)}/actions/clone?include=relationships`;
    return make(world, path, { attributes: { extra: { n: 0 } } });
  },
  increment: (world: World, { at }: Chosen) => increment(world, pick(world.documents, at)),
  trash: (world: World, { at }: Chosen) =>
    send(world, { method: 'DELETE', path: `/documents/${pick(world.documents, at)}` }),
  restore(world: World, { at }: Chosen) {
    const id = pick(world.documents, at);
    return send(world, { method: 'PATCH', path: `/trash/${id}`, data: identifier(id, 'objects') });
  },
  async purge(world: World, { at }: Chosen) {
    const id = pick(world.documents, at);
    const { status } = await send(world, { method: 'DELETE', path: `/trash/${id}` });
    const one = world.known.get(id);
    if (status === 204 && one) one.purged = true;
  },
  link: (world: World, { at, other }: Chosen) =>
    send(world, { method: 'POST', path: linksOf(world, at), data: [identifier(pick(world.documents, other))] }),
  unlink: (world: World, { at, other }: Chosen) =>
    send(world, { method: 'DELETE', path: linksOf(world, at), data: [identifier(pick(world.documents, other))] }),
  replaceLinks(world: World, { at, other }: Chosen) {
    const ids = new Set([pick(world.documents, other), pick(world.documents, at + other)]);
    return send(world, { method: 'PATCH', path: linksOf(world, at), data: [...ids].map((id) => identifier(id)) });
  },
  place: (world: World, { at, other }: Chosen) =>
    send(world, { method: 'POST', path: childrenOf(world, other), data: [identifier(pick(world.documents, at))] }),
  placeFirst(world: World, { at, other }: Chosen) {
    const first = { ...identifier(pick(world.documents, at)), meta: { relation: { position: 'first' } } };
    return send(world, { method: 'POST', path: childrenOf(world, other), data: [first] });
  },
  moveFolder: (world: World, { at, other }: Chosen) =>
    send(world, {
      method: 'PATCH',
      path: `/folders/${pick(world.folders, at)}/relationships/parent`,
      data: identifier(pick(world.folders, other), 'folders'),
    }),
} satisfies Record<string, (world: World, chosen: Chosen) => Promise<unknown>>;

export interface Operation extends Chosen {
  name: keyof typeof WORKS;
}

/** Names of operations; repeated ones are drawn more often. */
export const OPERATIONS: readonly Operation['name'][] = [
  ...(Object.keys(WORKS) as Operation['name'][]),
  ...Array<'increment'>(6).fill('increment'),
  ...Array<'restore'>(2).fill('restore'),
  'create',
  'link',
];

/** One request, or two when a client reads before it changes. @throws TypeError when the service is killed during it */
export async function carryOut(world: World, { name, ...chosen }: Operation): Promise<void> {
  await WORKS[name](world, chosen);
}

/** Reads a number and writes it, one higher, only if the document is unchanged since. */
async function increment(world: World, id: string): Promise<void> {
  const path = `/documents/${id}`;
  const { status, etag, data } = await send(world, { method: 'GET', path });
  const one = world.known.get(id);
  if (status !== 200 || !one) return;
  one.unknown++;
  const attributes = { extra: { n: (data.attributes.extra?.n ?? 0) + 1 } };
  const answer = await send(world, {
    method: 'PATCH',
    path,
    data: { id, type: 'documents', attributes },
    ifMatch: etag,
  });
  one.unknown--;
  if (answer.status === 200) one.sure++;
}

const doubles = (values: readonly unknown[]): boolean => new Set(values.map(String)).size !== values.length;

type Stored = Awaited<ReturnType<typeof readStored>>;

async function readStored(store: Store) {
  return {
    documents: await store.documents('documents').find().toArray(),
    rows: new Map((await store.objects.find().toArray()).map((row) => [row._id, row])),
    changes: await store.changes.find({ resource_type: 'objects' }).sort({ created: 1, _id: 1 }).toArray(),
    links: await store.objectRelations.find().toArray(),
  };
}

/** Documents that are not as clients know them. */
function lostWrites({ documents }: Stored, known: World['known']): string[] {
  return documents.flatMap((document) => {
    const { sure, unknown, purged } = known.get(String(document._id)) ?? { sure: 0, unknown: 0, purged: false };
    const n = (document['extra'] as { n: number } | undefined)?.n ?? 0;
    return [
      ...(purged ? [`${document._id} is there after its purge`] : []),
      ...(n < sure || n > sure + unknown ? [`${document._id}: ${n} of ${sure} increments, ${unknown} cut off`] : []),
    ];
  });
}

/** Rows and histories that disagree with the document. */
function differences({ documents, rows, changes }: Stored): string[] {
  return documents.flatMap(({ _id: id, uname, title, status, trashed, revision }) => {
    const faults: string[] = [];
    const facts = JSON.stringify([uname, title, status, trashed, revision]);
    const row = rows.get(id);
    const ofRow = JSON.stringify([row?.uname, row?.title, row?.status, row?.trashed, row?.revision]);
    if (facts !== ofRow) faults.push(`${id}: ${facts}, its row: ${ofRow}`);
    const ofObject = changes.filter((each) => each.resource_id === String(id));
    const numbers = ofObject.flatMap(({ version }) => version?.number ?? []).sort((a, b) => a - b);
    if (numbers.length !== revision || numbers.some((number, index) => number !== index + 1))
      faults.push(`${id}: revision ${revision} with the versions ${numbers.join()}`);
    const own = ofObject.map(({ changed }) => changed);
    // Changes of links leave the revision as it is.
    const count = own.filter((changed) => !('cites' in changed)).length;
    if (count !== revision) faults.push(`${id}: revision ${revision} after ${count} changes`);
    const last = Object.assign({}, ...own) as Record<string, unknown>;
    if (facts !== JSON.stringify([last['uname'], last['title'], last['status'], trashed, revision]))
      faults.push(`${id}: ${facts}, its history: ${JSON.stringify(last)}`);
    return faults;
  });
}

function linkFaults({ rows, links }: Stored): string[] {
  const faults = links
    .filter((link) => !rows.has(link.left_id) || !rows.has(link.right_id))
    .map((link) => `a link of ${link.left_id} and ${link.right_id}, which is gone`);
  const ends = {
    'a link twice': links.map((link) => [link.relation_id, link.left_id, link.right_id]),
    'two links at one place': links.map((link) => [link.relation_id, link.left_id, link.priority]),
    'two inverse links at one place': links.map((link) => [link.relation_id, link.right_id, link.inv_priority]),
  };
  return [...faults, ...Object.entries(ends).flatMap(([fault, keys]) => (doubles(keys) ? [fault] : []))];
}

/**
 * Faults in the stored data, compared with the clients' knowledge; none when they agree. Faults of places are separate.
 */
export async function storedFaults(store: Store, known: World['known']): Promise<string[]> {
  const stored = await readStored(store);
  return [...lostWrites(stored, known), ...differences(stored), ...linkFaults(stored)];
}
