// Assembles what the rules of objects work with.
import { createAttributeValidators } from '../core/model/attribute-validator.ts';
import type { ObjectServices } from '../core/objects/object-services.ts';
import { createObjectWriters } from '../core/objects/object-writer.ts';

type Parts = Omit<ObjectServices, 'validators' | 'writer' | 'unproposedWriter'> &
  Required<Pick<Parameters<typeof createObjectWriters>[0], 'propose' | 'noteBatch'>>;

export const objectServices = ({ propose, noteBatch, ...parts }: Parts): ObjectServices => ({
  ...parts,
  validators: createAttributeValidators(),
  ...createObjectWriters({ ...parts, propose, noteBatch }),
});
