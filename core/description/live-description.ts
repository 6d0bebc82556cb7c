// The published description of the project (D39): expanded per type while its text is written, once per model and base
// URL, in turns of the event loop.
import { createHash, randomUUID } from 'node:crypto';
import { expandLazily, type OpenApiDocument } from './expand-description.ts';
import type { Model } from '../model/model.ts';
import { jsonPieces, textOf } from './description-text.ts';
import { yamlOf } from './yaml-text.ts';
import { completeInSlices, isLazyNode, type LazyDocument } from './openapi-document.ts';
import { compress, type Encoding } from '../content-encoding.ts';

export interface PublishedDescription {
  readonly json: Buffer;
  /** Hash of the JSON. */
  readonly etag: string;
  yaml(): Promise<Buffer>;
  compressed(form: 'json' | 'yaml', encoding: Encoding): Promise<Buffer>;
}

export interface LiveDescription {
  /** With all its parts, which are kept until the model changes. */
  document(base: string): Promise<OpenApiDocument>;
  published(base: string): Promise<PublishedDescription>;
}

/** Changes of the model within this time result in one description. */
const QUIET_MS = 500;

/** Without PUBLIC_URL base URLs come from Host headers that name this service. */
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
interface SharedText {
  json: Buffer;
  hash: string;
  yaml(): Promise<Buffer>;
}

async function writeText(lazy: LazyDocument): Promise<SharedText> {
  const { bytes: json, hash } = await textOf(jsonPieces(withBase(lazy, ANY_BASE)));
  return { json, hash, yaml: once(async () => (await textOf(yamlOf(json.toString()))).bytes) };
}

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

function publish(shared: SharedText, base: string): PublishedDescription {
  const json = basedOn(shared.json, base);
  const yaml = once(async () => basedOn(await shared.yaml(), base));
  const compressed = new Map<string, () => Promise<Buffer>>();
  return {
    json,
    etag: createHash('sha256').update(`${shared.hash} ${base}`).digest('hex').slice(0, 20),
    yaml,
    compressed(form, encoding) {
      const key = `${form} ${encoding}`;
      const make = compressed.get(key) ?? once(async () => compress(form === 'json' ? json : await yaml(), encoding));
      compressed.set(key, make);
      return make();
    },
  };
}

/** What is made of one model. */
interface Made {
  model: Model;
  lazy: LazyDocument;
  whole(): Promise<OpenApiDocument>;
  text(): Promise<SharedText>;
  /** By base. */
  published: Map<string, PublishedDescription>;
}

interface ModelSource {
  current(): Model;
  onChange(listener: () => void): unknown;
}

/** After the first request it is generated again at each change of the model, so that no request waits for it. */
export function createLiveDescription(bundle: OpenApiDocument, models: ModelSource): LiveDescription {
  let made: Made | undefined;
  let lastBase: string | undefined;
  let renewing: NodeJS.Timeout | undefined;
  /** The text that is being written. While models change quickly, the next one is that of the model when its turn comes. */
  let writing: Promise<unknown> = Promise.resolve();
  let next: Promise<Made> | undefined;

  function current(): Made {
    const model = models.current();
    if (made?.model === model) return made;
    const lazy = expandLazily(bundle, model);
    const whole = once(() => completeInSlices(lazy));
    return (made = { model, lazy, whole, text: once(() => writeText(lazy)), published: new Map() });
  }

  /** Has its text, of the present model or a later one. Texts are written one after the other (D726). */
  function written(): Promise<Made> {
    next ??= writing
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        const now = current();
        writing = now.text();
        return writing.then(() => now);
      });
    return next;
  }

  async function publishedAt(base: string): Promise<PublishedDescription> {
    const { text, published } = await written();
    const known = published.get(base);
    if (known) return known;
    if (published.size >= MAX_KEPT) published.clear();
    const description = publish(await text(), base);
    published.set(base, description);
    return description;
  }

  models.onChange(() => {
    if (lastBase === undefined) return;
    const base = lastBase;
    clearTimeout(renewing);
    // An error here is ignored: the next request tries again.
    renewing = setTimeout(() => void publishedAt(base).catch(() => undefined), QUIET_MS).unref();
  });

  return {
    document: async (base) => withBase(await current().whole(), base),
    published(base) {
      lastBase = base;
      return publishedAt(base);
    },
  };
}
