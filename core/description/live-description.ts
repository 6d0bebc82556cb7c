// The published description of the project (D39): made while its text is written, once per model and base URL.
import { createHash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { expandLazily } from './expand-description.ts';
import { withCodeSamples } from './code-samples.ts';
import type { Model } from '../model/model.ts';
import { jsonPieces, textOf } from './description-text.ts';
import { yamlOf } from './yaml-text.ts';
import { completeInSlices, isLazyNode, type LazyDocument, type OpenApiDocument } from './openapi-document.ts';
import { compress, type Encoding } from '../network/content-encoding.ts';
import { assertKnown, selectionPieces, type Selection } from './sides/selection.ts';
import type { Side } from './sides/side-operations.ts';
import { sideParts, wholeParts, type SideParts } from './sides/side-parts.ts';

/** What is published: for generators of clients one side, or all of it as it is checked. */
export interface Choice extends Selection {
  /** Default `jsonapi`. */
  side?: Side | 'all' | undefined;
}

export type LiveDescription = ReturnType<typeof createLiveDescription>;

/** Changes of the model within this time result in one description. */
const QUIET_MS = 500;

/** Texts of one model, and of base URLs: without PUBLIC_URL these come from Host headers that name this service. */
const MAX_KEPT = 8;

/** The result of `make`, called at first use; after an error the next use tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (!made) {
      made = make();
      made.catch(() => (made = undefined));
    }
    return made;
  };
}

function withBase<Document extends LazyDocument>(expanded: Document, base: string): Document {
  const { externalDocs } = expanded;
  const document = {
    ...expanded,
    ...(isLazyNode(externalDocs) && { externalDocs: { ...externalDocs, url: `${base}/docs/errors` } }),
    servers: [{ url: base }],
  };
  delete document['x-generated'];
  return document;
}

/** Stands for the base URL in the text that all bases share. */
const ANY_BASE = `http://${randomUUID()}.invalid`;

/** The text of one model, made once for all base URLs. */
async function writeText(pieces: Iterator<string>) {
  const { bytes: json, hash } = await textOf(pieces);
  return { json, hash, yaml: once(async () => (await textOf(yamlOf(json.toString()))).bytes) };
}

type SharedText = Awaited<ReturnType<typeof writeText>>;

/** The text with a base URL; it is at few places. */
function basedOn(text: Buffer, base: string): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = text.indexOf(ANY_BASE); at >= 0; at = text.indexOf(ANY_BASE, from)) {
    parts.push(text.subarray(from, at), Buffer.from(base));
    from = at + ANY_BASE.length;
  }
  return Buffer.concat([...parts, text.subarray(from)]);
}

function publish(shared: SharedText, base: string) {
  const json = basedOn(shared.json, base);
  const yaml = once(async () => basedOn(await shared.yaml(), base));
  const compressed = new Map<string, () => Promise<Buffer>>();
  return {
    json,
    etag: createHash('sha256').update(`${shared.hash} ${base}`).digest('hex').slice(0, 20),
    yaml,
    compressed(form: 'json' | 'yaml', encoding: Encoding): Promise<Buffer> {
      const key = `${form} ${encoding}`;
      const make =
        compressed.get(key) ?? once(async () => compress(form === 'json' ? json : await yaml(), encoding, 'well'));
      compressed.set(key, make);
      return make();
    },
  };
}

/** The value under a key, made at first use; the ones that were asked for least recently make room. */
function kept<T extends object>(): (key: string, make: () => T) => T {
  const values = new LRUCache<string, T>({ max: MAX_KEPT });
  return (key, make) => {
    const value = values.get(key) ?? make();
    values.set(key, value);
    return value;
  };
}

const keyOf = ({ side, types, tags, operations }: Choice): string => JSON.stringify([side, types, tags, operations]);

/** What is made of one model. */
async function makeOf(bundle: OpenApiDocument, model: Model) {
  const lazy = await expandLazily(bundle, model);
  const based = withBase(lazy, ANY_BASE);
  const whole = withCodeSamples(based, ANY_BASE);
  const parts: Record<Side | 'all', () => Promise<SideParts>> = {
    jsonapi: once(() => sideParts(based, 'jsonapi')),
    legacy: once(() => sideParts(based, 'legacy')),
    all: once(() => wholeParts(whole)),
  };
  const texts = kept<() => Promise<SharedText>>();
  const published = kept<ReturnType<typeof publish>>();
  const write = async ({ side = 'jsonapi', ...selection }: Choice): Promise<SharedText> => {
    const isWhole = side === 'all' && Object.values(selection).every((value) => value === undefined);
    if (isWhole) return writeText(jsonPieces(whole));
    assertKnown(based, model, selection);
    return writeText(selectionPieces(await parts[side](), selection));
  };
  return {
    whole: once(() => completeInSlices(lazy)),
    text: (choice: Choice) => texts(keyOf(choice), () => once(() => write(choice)))(),
    published: (base: string, choice: Choice, shared: SharedText) =>
      published(`${base} ${keyOf(choice)}`, () => publish(shared, base)),
  };
}

type Made = Awaited<ReturnType<typeof makeOf>>;

/** After the first request it is generated again at each change of the model, so that no request waits for it. */
export function createLiveDescription(
  bundle: OpenApiDocument,
  models: { current(): Model; onChange(listener: () => void): unknown },
) {
  let made: { model: Model; parts: () => Promise<Made> } | undefined;
  let last: { base: string; choice: Choice } | undefined;
  let renewing: NodeJS.Timeout | undefined;
  /** The text that is being written. While models change quickly, the next one is that of the model when its turn comes. */
  let writing: Promise<unknown> = Promise.resolve();
  const next = new Map<string, Promise<{ now: Made; shared: SharedText }>>();

  function current(): Promise<Made> {
    const model = models.current();
    if (made?.model !== model) made = { model, parts: once(() => makeOf(bundle, model)) };
    return made.parts();
  }

  /** The text of the present model or a later one. Texts are written one after the other (D726). */
  function written(choice: Choice): Promise<{ now: Made; shared: SharedText }> {
    const key = keyOf(choice);
    const waiting = next.get(key);
    if (waiting) return waiting;
    const turn = writing
      .catch(() => undefined)
      .then(async () => {
        next.delete(key);
        const now = await current();
        return { now, shared: await now.text(choice) };
      });
    writing = turn;
    next.set(key, turn);
    return turn;
  }

  async function publishedAt(base: string, choice: Choice) {
    const { now, shared } = await written(choice);
    return now.published(base, choice, shared);
  }

  models.onChange(() => {
    if (last === undefined) return;
    const { base, choice } = last;
    clearTimeout(renewing);
    // An error here is ignored: the next request tries again.
    renewing = setTimeout(() => void publishedAt(base, choice).catch(() => undefined), QUIET_MS).unref();
  });

  return {
    /** With all its parts, which are kept until the model changes. */
    document: async (base: string): Promise<OpenApiDocument> => withBase(await (await current()).whole(), base),
    /** @throws ApiError invalid_parameter: no such type or tag */
    published(base: string, choice: Choice = {}) {
      last = { base, choice };
      return publishedAt(base, choice);
    },
  };
}
