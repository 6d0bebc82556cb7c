// The published description of the project (D39): expanded per type while its text is written, once per model and base
// URL, in turns of the event loop.
import { expandLazily, type OpenApiDocument } from './expand-description.ts';
import type { Model } from '../model/model.ts';
import { jsonPieces, loadYaml, textOf, yamlPieces } from './description-text.ts';
import { completeInSlices, isNode, type Json, type LazyDocument, type Node } from './openapi-document.ts';
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

/** Without PUBLIC_URL base URLs come from Host headers with any port, so their number is limited. */
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
    ...(isNode(externalDocs as Json) && { externalDocs: { ...(externalDocs as Node), url: `${base}/docs/errors` } }),
    servers: [{ url: base }],
  };
  delete document['x-generated'];
  return document;
}

async function publish(document: LazyDocument): Promise<PublishedDescription> {
  const { bytes: json, hash } = await textOf(jsonPieces(document));
  const yaml = once(async () => (await textOf(yamlPieces(document, await loadYaml()))).bytes);
  const compressed = new Map<string, () => Promise<Buffer>>();
  return {
    json,
    etag: hash.slice(0, 20),
    yaml,
    compressed(form, encoding) {
      const key = `${form} ${encoding}`;
      const make = compressed.get(key) ?? once(async () => compress(form === 'json' ? json : await yaml(), encoding));
      compressed.set(key, make);
      return make();
    },
  };
}

interface ModelSource {
  current(): Model;
  onChange(listener: () => void): unknown;
}

/** After the first request it is generated again at each change of the model, so that no request waits for it. */
export function createLiveDescription(bundle: OpenApiDocument, models: ModelSource): LiveDescription {
  let expanded: { model: Model; lazy: LazyDocument; whole: () => Promise<OpenApiDocument> } | undefined;
  let lastBase: string | undefined;
  let renewing: NodeJS.Timeout | undefined;
  const published = new Map<string, () => Promise<PublishedDescription>>();

  function current(): NonNullable<typeof expanded> {
    const model = models.current();
    if (expanded?.model !== model) {
      const lazy = expandLazily(bundle, model);
      expanded = { model, lazy, whole: once(() => completeInSlices(lazy)) };
      published.clear();
    }
    return expanded;
  }

  function publishedAt(base: string): Promise<PublishedDescription> {
    const { lazy } = current();
    let found = published.get(base);
    if (!found) {
      if (published.size >= MAX_KEPT) published.clear();
      found = once(() => publish(withBase(lazy, base)));
      published.set(base, found);
    }
    return found();
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
