// What is in the trash besides objects: translations and annotations (D29). While one is there it has a row of its type in
// `objects`, so that the trash is one list with filters and search; the row goes with its restoring or purge.
import type { RequestContext } from '../../context.ts';
import type { Resource } from '../../format/jsonapi/documents.ts';
import type { ObjectServices } from '../object-services.ts';

export interface TrashedKind {
  /** Of the resources, and of their rows in `objects` while they are in the trash. */
  type: string;
  /** Those in the trash, in any order, as resources at `/trash/{id}` without relationships. */
  find(services: ObjectServices, ids: readonly number[], context: RequestContext): Promise<Resource[]>;
  /** @throws ApiError not_found, conflict (D54), forbidden */
  restore(services: ObjectServices, id: number, context: RequestContext): Promise<void>;
  /** @throws ApiError not_found, forbidden */
  purge(services: ObjectServices, id: number, context: RequestContext): Promise<void>;
}
