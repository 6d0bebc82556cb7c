// The published description of this very project (D39): expanded per type, made once per model and base URL.
import { createHash } from 'node:crypto';
import { expandDescription, type OpenApiDocument } from './expand-description.ts';
import type { Model } from '../model/model.ts';
import { isNode } from './openapi-document.ts';
import { compress, type Encoding } from '../content-encoding.ts';

export interface PublishedDescription {
  readonly document: OpenApiDocument;
  /** Made at first use, like everything below. */
  readonly json: string;
  yaml(): Promise<string>;
  compressed(form: 'json' | 'yaml', encoding: Encoding): Promise<Buffer>;
  /** Hash of the JSON. */
  readonly etag: string;
}

/** Without PUBLIC_URL base URLs come from Host headers with any port, so their number is limited. */
const MAX_KEPT = 8;

/** The package is loaded here, since YAML is seldom requested and the start would take longer. */
async function toYaml(document: OpenApiDocument): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false });
}

export function createLiveDescription(
  bundle: OpenApiDocument,
  currentModel: () => Model,
): (base: string) => PublishedDescription {
  let model: Model | undefined;
  let expanded: OpenApiDocument = {};
  const published = new Map<string, PublishedDescription>();

  function publish(base: string): PublishedDescription {
    const { externalDocs } = expanded;
    const document: OpenApiDocument = {
      ...expanded,
      ...(isNode(externalDocs) && { externalDocs: { ...externalDocs, url: `${base}/docs/errors` } }),
      servers: [{ url: base }],
    };
    delete document['x-generated'];
    let json: string | undefined;
    let etag: string | undefined;
    let yaml: Promise<string> | undefined;
    const compressed = new Map<string, Promise<Buffer>>();
    return {
      document,
      get json() {
        return (json ??= JSON.stringify(document));
      },
      yaml() {
        if (!yaml) {
          yaml = toYaml(document);
          // After an error the next request tries again.
          yaml.catch(() => (yaml = undefined));
        }
        return yaml;
      },
      compressed(form, encoding) {
        const key = `${form} ${encoding}`;
        let made = compressed.get(key);
        if (!made) {
          made = Promise.resolve(form === 'json' ? this.json : this.yaml()).then((text) => compress(text, encoding));
          compressed.set(key, made);
          made.catch(() => compressed.delete(key));
        }
        return made;
      },
      get etag() {
        return (etag ??= createHash('sha256').update(this.json).digest('hex').slice(0, 20));
      },
    };
  }

  return (base) => {
    const current = currentModel();
    if (current !== model) {
      model = current;
      expanded = expandDescription(bundle, current);
      published.clear();
    }
    let found = published.get(base);
    if (!found) {
      if (published.size >= MAX_KEPT) published.clear();
      found = publish(base);
      published.set(base, found);
    }
    return found;
  };
}
