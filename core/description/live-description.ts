// The published description of this very project (D39): expanded per type, made once per model and base URL, in turns of the event
// loop.
import { expansionSteps, type OpenApiDocument } from './expand-description.ts';
import type { Model } from '../model/model.ts';
import { jsonPieces, loadYaml, textOf, yamlPieces } from './description-text.ts';
import { isNode } from './openapi-document.ts';
import { compress, type Encoding } from '../content-encoding.ts';
import { runInSlices } from '../event-loop-turns.ts';

export interface PublishedDescription {
  readonly json: Buffer;
  /** Hash of the JSON. */
  readonly etag: string;
  yaml(): Promise<Buffer>;
  compressed(form: 'json' | 'yaml', encoding: Encoding): Promise<Buffer>;
}

export interface LiveDescription {
  /** At once, which takes long where there are many types. */
  document(base: string): OpenApiDocument;
  published(base: string): Promise<PublishedDescription>;
}

/** Changes of the model in so short a time make one description. */
const QUIET_MS = 500;

/** Without PUBLIC_URL base URLs come from Host headers with any port, so their number is limited. */
const MAX_KEPT = 8;

/** The value that `make` resolves to, made at first use; after an error the next use tries again. */
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

/** The document of a model, which is expanded step by step: by requests that wait for it, or at once. */
interface Expanding {
  model: Model;
  /** @returns whether there are more steps */
  step(): boolean;
  result(): OpenApiDocument;
}

function beginExpansion(bundle: OpenApiDocument, model: Model): Expanding {
  const steps = expansionSteps(bundle, model);
  let result: OpenApiDocument | undefined;
  const step = (): boolean => {
    if (result) return false;
    const { done, value } = steps.next();
    if (done) result = value;
    return !done;
  };
  return {
    model,
    step,
    result() {
      while (step());
      return result as OpenApiDocument;
    },
  };
}

function withBase(expanded: OpenApiDocument, base: string): OpenApiDocument {
  const { externalDocs } = expanded;
  const document: OpenApiDocument = {
    ...expanded,
    ...(isNode(externalDocs) && { externalDocs: { ...externalDocs, url: `${base}/docs/errors` } }),
    servers: [{ url: base }],
  };
  delete document['x-generated'];
  return document;
}

async function publish(document: OpenApiDocument): Promise<PublishedDescription> {
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
  let expanding: Expanding | undefined;
  let lastBase: string | undefined;
  let renewing: NodeJS.Timeout | undefined;
  const published = new Map<string, () => Promise<PublishedDescription>>();

  function current(): Expanding {
    const model = models.current();
    if (expanding?.model !== model) {
      expanding = beginExpansion(bundle, model);
      published.clear();
    }
    return expanding;
  }

  function publishedAt(base: string): Promise<PublishedDescription> {
    const { step, result } = current();
    let found = published.get(base);
    if (!found) {
      if (published.size >= MAX_KEPT) published.clear();
      found = once(async () => {
        await runInSlices(step);
        return publish(withBase(result(), base));
      });
      published.set(base, found);
    }
    return found();
  }

  models.onChange(() => {
    if (lastBase === undefined) return;
    const base = lastBase;
    clearTimeout(renewing);
    // An error is that of the next request, which tries again.
    renewing = setTimeout(() => void publishedAt(base).catch(() => undefined), QUIET_MS).unref();
  });

  return {
    document: (base) => withBase(current().result(), base),
    published(base) {
      lastBase = base;
      return publishedAt(base);
    },
  };
}
