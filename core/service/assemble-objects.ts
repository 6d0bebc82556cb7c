// Assembles the services for the rules of objects and of the trash.
import { userTrashRule } from '../accounts/user-trash.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { createObjectWriters } from '../objects/writing/object-writer.ts';
import { trashedAnnotations, trashedTranslations } from '../objects/trash/trashed-owned.ts';
import type { TrashServices } from '../objects/trash/trash-services.ts';

type Parts = Omit<ObjectServices, 'writer' | 'unproposedWriter'> &
  Required<Pick<Parameters<typeof createObjectWriters>[0], 'propose' | 'noteBatch'>>;

export const objectServices = ({ propose, noteBatch, ...parts }: Parts): ObjectServices => ({
  ...parts,
  ...createObjectWriters({ ...parts, propose, noteBatch }),
});

/** About a second of one transaction; MongoDB ends those of a minute. */
const LARGE_PURGE = 2_000;

export const trashServices = (objects: ObjectServices): TrashServices => ({
  objects,
  kinds: [trashedTranslations, trashedAnnotations],
  rules: [userTrashRule],
  largePurges: { above: LARGE_PURGE },
});
