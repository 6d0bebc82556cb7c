// What the trash works with: objects, what is in the trash besides them, and the rules of types that have some of their own.
import type { Kind } from '../../store/model-rows.ts';
import type { RequestContext } from '../../context.ts';
import type { ObjectServices } from '../object-services.ts';
import type { ObjectWrite } from '../unit-of-work.ts';
import type { FoundObject } from '../found-object.ts';
import type { TrashedKind } from './trashed-kind.ts';

/** Rules for objects of types of one kind; what is absent is as for all objects. */
export interface TrashRule {
  kind: Kind;
  /** @throws ApiError authentication_required, forbidden */
  assertWritable?(services: ObjectServices, found: FoundObject, context: RequestContext): Promise<void>;
  /** What removes an object for good. @throws ApiError, RevisionConflict */
  purge?(services: ObjectServices, found: FoundObject, context: RequestContext): Promise<ObjectWrite[]>;
}

export interface TrashServices {
  objects: ObjectServices;
  kinds: readonly TrashedKind[];
  rules: readonly TrashRule[];
}

export const ruleOf = ({ rules }: TrashServices, { type }: FoundObject): TrashRule | undefined =>
  rules.find(({ kind }) => kind === type.kind);
