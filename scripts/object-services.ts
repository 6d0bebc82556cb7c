// Assembles the services for the rules of objects and of the trash.
import type { Authorization } from '../core/access/authorization.ts';
import { userTrashRule } from '../core/accounts/user-trash.ts';
import type { Jobs } from '../core/jobs/jobs.ts';
import { createAttributeValidators } from '../core/model/attribute-validator.ts';
import type { ObjectServices } from '../core/objects/object-services.ts';
import { createObjectWriters } from '../core/objects/object-writer.ts';
import { trashedAnnotations, trashedTranslations } from '../core/objects/owned/trashed-owned.ts';
import { createLargePurges, type LargePurges } from '../core/objects/trash/large-purges.ts';
import type { TrashServices } from '../core/objects/trash/trash-services.ts';

type Parts = Omit<ObjectServices, 'validators' | 'writer' | 'unproposedWriter'> &
  Required<Pick<Parameters<typeof createObjectWriters>[0], 'propose' | 'noteBatch'>>;

export const objectServices = ({ propose, noteBatch, ...parts }: Parts): ObjectServices => ({
  ...parts,
  validators: createAttributeValidators(),
  ...createObjectWriters({ ...parts, propose, noteBatch }),
});

/** About a second of one transaction; MongoDB ends those of a minute. */
const LARGE_PURGE = 2_000;

interface TrashParts {
  trash: TrashServices;
  purges: LargePurges;
}

export const trashServices = (
  objects: ObjectServices,
  { wake, accessOf }: Pick<Jobs, 'wake'> & Pick<Authorization, 'accessOf'>,
): TrashParts => ({
  trash: {
    objects,
    kinds: [trashedTranslations, trashedAnnotations],
    rules: [userTrashRule],
    largePurges: { above: LARGE_PURGE, wake },
  },
  purges: createLargePurges(objects, { accessOf, wake }),
});
