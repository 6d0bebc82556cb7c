// Dependencies of the trash: objects, other kinds of rows in the trash, and types with special rules.
import type { Kind } from '../../store/rows/model-rows.ts';
import type { RequestContext } from '../../context.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectWrite } from '../changes/unit-of-work.ts';
import type { ObjectRecord } from '../object-record.ts';
import type { Resource } from '../../format/jsonapi/documents.ts';

/** Rules for objects of types of one kind; missing ones have the default of all objects. */
export interface TrashRule {
  kind: Kind;
  /** @throws ApiError authentication_required, forbidden */
  assertWritable?(services: ObjectServices, found: ObjectRecord, context: RequestContext): Promise<void>;
  /** The write of a purge. @throws ApiError, RevisionConflict */
  purge?(services: ObjectServices, found: ObjectRecord, context: RequestContext): Promise<ObjectWrite[]>;
}

export interface TrashServices {
  objects: ObjectServices;
  kinds: readonly TrashedKind[];
  rules: readonly TrashRule[];
  largePurges: {
    /** Maximum of children of a purged folder that the request itself removes; a job removes the others (D574). */
    above: number;
  };
}

export const trashRuleOf = ({ rules }: TrashServices, { type }: ObjectRecord): TrashRule | undefined =>
  rules.find(({ kind }) => kind === type.kind);

/** The resources that belong to objects, and are in the trash by themselves. */
export type TrashedName = 'Translations' | 'Annotations';

export interface TrashedKind {
  /** Type of the resources, and of their rows in `objects` while they are in the trash. */
  type: string;
  /** Those in the trash, in any order, as resources at `/trash/{id}` without relationships. */
  find(services: ObjectServices, ids: readonly number[], context: RequestContext): Promise<Resource<TrashedName>[]>;
  /** @throws ApiError not_found, conflict (D54), forbidden */
  restore(services: ObjectServices, id: number, context: RequestContext): Promise<void>;
  /** @throws ApiError not_found, forbidden */
  purge(services: ObjectServices, id: number, context: RequestContext): Promise<void>;
}
