// The service of an import or export, over HTTP or in process (D510).
import { setTimeout as sleep } from 'node:timers/promises';

/** A fault from an error document of the service. */
export interface Fault {
  status: number;
  code: string;
  detail: string;
  pointer?: string | undefined;
}

/** The service refused a request; the fault is in the request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(readonly faults: readonly Fault[]) {
    super(faults.map(({ detail }) => detail).join(' '));
  }

  get status(): number {
    return this.faults[0]?.status ?? 500;
  }

  get code(): string {
    return this.faults[0]?.code ?? '';
  }
}

/** The service cannot accept the request now: the same request may succeed later. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';

  constructor(
    message: string,
    /** Retry-After of the service, seconds. */
    readonly after = 0,
  ) {
    super(message);
  }
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Identifier {
  type: string;
  id: string;
  meta?: { relation?: Record<string, unknown> };
}

export type Relationships = Record<string, { data: Identifier[] }>;

export interface Resource {
  id: string;
  type: string;
  attributes: Record<string, unknown>;
  meta: Record<string, unknown>;
  relationships?: Record<string, { data?: Identifier | Identifier[] | null; meta?: { count?: number } }>;
}

/** A response with one resource, or with a page of them. */
export interface Answer<Data = Resource> {
  data: Data;
  links?: { next?: string | null };
  meta?: { pagination?: { count?: number } };
  included?: Resource[];
}

export interface Known {
  type: string;
  id: string;
}

export interface Target {
  /** Its name in messages. */
  readonly name: string;
  /** Useful number of concurrent writes. */
  readonly atOnce: number;
  /** @param path with its query, encoded @throws Refusal */
  call<Body>(method: Method, path: string, body?: unknown): Promise<Body>;
  /** @throws Refusal */
  upload(path: string, file: { path: string; mediaType: string }): Promise<void>;
  /** Writes the file of a stream. @throws Refusal */
  download(path: string, to: string): Promise<void>;
  /** Objects with one of these unames, outside of the trash. */
  find(unames: readonly string[]): Promise<Map<string, Known>>;
  /** @throws Refusal */
  create(
    type: string,
    attributes: Record<string, unknown>,
    relationships: Relationships,
  ): Promise<{ id: string; uname: string }>;
  /** Writes only differences. @throws Refusal */
  update(object: Known, change: ObjectChange): Promise<void>;
  /** Adds links, or changes them; others stay. @throws Refusal */
  link(object: Known, relation: string, data: readonly Identifier[]): Promise<void>;
  close(): Promise<void>;
}

export interface ObjectChange {
  attributes: Record<string, unknown>;
  locked?: boolean | undefined;
}

const PATIENCE_MS = 120_000;

/** Retries while the service is not available, for two minutes at most. @throws Unavailable after that */
export async function withPatience<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS;
  for (let pause = 250; ; pause = Math.min(pause * 2, 10_000)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Unavailable) || Date.now() > until) throw error;
      await sleep(Math.max(pause, error.after * 1000));
    }
  }
}

/** The pages of a list. */
export async function* walkPages(target: Target, path: string): AsyncGenerator<Answer<Resource[]>> {
  const [address = ''] = path.split('?');
  let next = `${path}${path.includes('?') ? '&' : '?'}page_size=100&page[after]=`;
  for (;;) {
    const page = await target.call<Answer<Resource[]>>('GET', next);
    yield page;
    const link = page.links?.next;
    if (link == null) return;
    // Links are absolute, and may have another host than the one in use.
    next = address + new URL(link).search;
  }
}

/** All resources of a list. */
export async function* walk(target: Target, path: string): AsyncGenerator<Resource> {
  for await (const { data } of walkPages(target, path)) yield* data;
}

/** The same of a list that is short. */
export async function readAll(target: Target, path: string): Promise<Resource[]> {
  const all: Resource[] = [];
  for await (const resource of walk(target, path)) all.push(resource);
  return all;
}

/** Names of the object types of a side of a relation. */
export const sideOf = async (target: Target, relationId: string, side: 'left' | 'right'): Promise<string[]> =>
  (await readAll(target, `/model/relations/${relationId}/${side}_object_types`)).map(({ attributes }) =>
    String(attributes['name']),
  );
