// A field of a form, of one attribute (D323, D341).
import type { Option } from '../schemas.ts';

/** How its values are entered; core/browser/forms/controls.ts has the control of each. */
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
  /** Items known by their names, such as tags. */
  | 'names'
  /** Items of a few values each: what an item requires can be entered, its other members stay as they are. */
  | 'rows'
  /** Texts by name. */
  | 'pairs'
  /** An id or a name. */
  | 'key'
  | 'json';

/** Member of a resource that it is sent in. */
export type Place = 'attributes' | 'meta';

export interface FormField {
  place: Place;
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
  /** Seldom used, so it comes last. */
  isMinor: boolean;
}
