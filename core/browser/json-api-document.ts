// JSON:API documents for pages. Unexpected ones are shown as plain JSON, so these functions do not throw.
import { isRecord } from '../values.ts';

export type JsonValue = Readonly<Record<string, unknown>>;

export interface ShownRelationship {
  links?: { related?: string; self?: string };
  data?: ResourceIdentifier | readonly ResourceIdentifier[] | null;
  meta?: JsonValue;
}

export interface ResourceIdentifier {
  id: string;
  type: string;
}

export interface ShownResource extends ResourceIdentifier {
  attributes?: JsonValue;
  meta?: JsonValue;
  relationships?: Readonly<Record<string, ShownRelationship>>;
  links?: { self?: string };
}

export interface ShownDocument {
  data?: ShownResource | readonly ShownResource[] | null;
  included?: readonly ShownResource[];
  links?: Readonly<Record<string, string | null | undefined>>;
  meta?: JsonValue;
}

export const isResource = (value: unknown): value is ShownResource =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['type'] === 'string';

/** @throws Error for a document that is not of one resource */
export function resourceOf({ data }: ShownDocument): ShownResource {
  if (!isResource(data)) throw new Error('the document of a page has no resource');
  return data;
}

/** Labels of users by their ids. */
export type People = Readonly<Record<string, string>>;

const LABELS = ['title', 'label', 'name', 'username', 'file_name', 'uname'] as const;

/** The name of a resource for people. */
export function displayName({ type, id, attributes = {} }: ShownResource): string {
  for (const name of LABELS) {
    const value = attributes[name];
    if (typeof value === 'string' && value.trim() !== '') return value.slice(0, 200);
  }
  return `${type} ${id}`;
}

/** `publish_start` -> `Publish start`. */
export function humanName(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
