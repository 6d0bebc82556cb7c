// A field of a form, of one attribute (D323, D341).
import type { Option } from '../schemas.ts';

/** Kinds of input; core/browser/fields/controls.ts has the control of each. */
export type FieldKind =
  | 'flag'
  | 'choice'
  | 'integer'
  | 'number'
  | 'secret'
  | 'date'
  | 'time'
  | 'email'
  | 'url'
  | 'text'
  | 'multiline'
  /** Some of the options. */
  | 'choices'
  /** Texts. */
  | 'lines'
  /** Items by name, such as tags. */
  | 'names'
  /** Items with several members: required ones can be entered, the others keep their values. */
  | 'rows'
  /** Texts by name. */
  | 'pairs'
  /** An id or a name. */
  | 'key'
  | 'json';

/** Member of the resource that holds it. */
export type ResourceMember = 'attributes' | 'meta';

export interface FormField {
  place: ResourceMember;
  /** Name of the attribute. */
  name: string;
  /** Name of the input. */
  input: string;
  label: string;
  kind: FieldKind;
  hint: string;
  required: boolean;
  nullable: boolean;
  /** Of a choice. */
  options: readonly Option[];
  /** Of each row. */
  columns: readonly FormField[];
  maxItems: number | undefined;
  maxLength: number | undefined;
  /** Seldom used, so it is last. */
  isMinor: boolean;
}
