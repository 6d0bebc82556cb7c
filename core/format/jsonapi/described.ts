// The resources of the description, as types.
import type { components } from '../../../generated/api.d.ts';

type Schemas = components['schemas'];

/** The described resources, by the schemas that describe them: `Tags` is `TagsResource`. */
export type ResourceName = {
  [Key in keyof Schemas]: Key extends `${infer Name}Resource` ? (null extends Schemas[Key] ? never : Name) : never;
}[keyof Schemas];

/** A resource in its wire form. */
export type Described<Name extends ResourceName> = Schemas[`${Name}Resource`];

/** The described members of `attributes` or `meta`; those of any resource are not known. */
export type MembersOf<Name extends ResourceName, Key extends 'attributes' | 'meta'> = [ResourceName] extends [Name]
  ? Record<string, unknown>
  : Described<Name> extends { [K in Key]: infer Members extends Record<string, unknown> }
    ? Members
    : Record<string, never>;
