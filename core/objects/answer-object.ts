// The answer about one object.
import type { RequestContext } from '../context.ts';
import {
  aboutNew,
  singleDocument,
  type Described,
  type Resource,
  type SingleDocument,
} from '../format/jsonapi/documents.ts';
import type { ReadRequest } from '../list-request.ts';
import { schemaReferences } from './object-resource.ts';
import type { ObjectServices } from './object-services.ts';
import type { FoundObject } from './read-objects.ts';
import { isCounted, showObjects } from './show-objects.ts';

type ObjectDocument = SingleDocument<Described<'TypedObjects'>>;

const NOTHING: ReadRequest = { fields: { common: undefined, byType: new Map() }, include: [], count: [] };

/** @returns its ETag and its document */
export async function answerObject(
  services: ObjectServices,
  found: FoundObject,
  context: RequestContext,
  request: ReadRequest = NOTHING,
): Promise<{ etag: { revision: number; variant: string }; body: () => ObjectDocument }> {
  const shown = await showObjects(services, { found: [found], types: [found.type], isSingle: true }, request, context);
  const [resource] = shown.resources as [Resource<'TypedObjects'>];
  const schema = schemaReferences(shown.types, context.url.base);
  // What the answer shows of other resources is part of its ETag.
  const { categories, tags } = resource.attributes;
  const names = Object.keys(resource.relationships ?? {});
  const others =
    shown.included || isCounted(request)
      ? [resource, shown.included]
      : [categories, tags, resource.meta['perms'], resource.meta['path'], names];
  const variant =
    Object.values(schema)
      .map(({ revision }) => revision)
      .join() + JSON.stringify(others);
  const { fields } = request;
  return {
    etag: { revision: found.document.revision, variant },
    body: () => singleDocument(resource, context.url, { fields, included: shown.included, schema }),
  };
}

/** The answer to what made an object at another path than that of its type: its place, and a document about it (D65). */
export async function answerNewObject(services: ObjectServices, found: FoundObject, context: RequestContext) {
  const path = `/${found.type.name}/${found.document._id}`;
  const about = { ...context, url: aboutNew(path, context.url) };
  return { headers: { Location: context.url.base + path }, ...(await answerObject(services, found, about)) };
}
