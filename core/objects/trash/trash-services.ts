// What the trash works with: objects, what is in the trash besides them, and the rules of types that have some of their own.
import type { RequestContext } from '../../context.ts';
import type { ObjectServices } from '../object-services.ts';
import type { FoundObject } from '../read-objects.ts';
import type { TrashedKind } from './trashed-kind.ts';

/** Rules for objects of the types on one table; what is absent is as for all objects. */
export interface TrashRule {
  table: string;
  /** @throws ApiError authentication_required, forbidden */
  assertWritable?(services: ObjectServices, found: FoundObject, context: RequestContext): Promise<void>;
  /** Writes the restoring; it may throw RevisionConflict and is tried again then. @throws ApiError */
  restore?(services: ObjectServices, found: FoundObject, context: RequestContext): Promise<void>;
  /** Writes the removal; it may throw RevisionConflict and is tried again then. @throws ApiError */
  purge?(services: ObjectServices, found: FoundObject, context: RequestContext): Promise<void>;
}

export interface TrashServices {
  objects: ObjectServices;
  kinds: readonly TrashedKind[];
  rules: readonly TrashRule[];
}

export const ruleOf = ({ rules }: TrashServices, { type }: FoundObject): TrashRule | undefined =>
  rules.find(({ table }) => table === type.row.table);
