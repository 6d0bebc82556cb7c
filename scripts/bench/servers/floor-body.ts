// Bodies that the floors take, checked by one validator that is compiled once.
import { Ajv } from 'ajv';
import type { DocumentRow } from '../response.ts';
import { HttpError } from './floor-access.ts';

interface LinkedDocument {
  type: 'documents';
  id: string;
}

interface Body {
  data: {
    type: string;
    id?: string;
    attributes?: Partial<DocumentRow>;
    relationships?: { see_also?: { data: LinkedDocument[] } };
  };
}

const text = (maxLength: number) => ({ type: 'string', nullable: true, maxLength });

const properties = {
  uname: { type: 'string', maxLength: 255 },
  status: { enum: ['on', 'draft', 'off'] },
  extra: { type: 'object', nullable: true },
  rack: { type: 'integer', nullable: true },
  shelf: { type: 'integer', nullable: true },
  lang: text(64),
  ...Object.fromEntries(['title', 'subject', 'note'].map((name) => [name, text(65_535)])),
  ...Object.fromEntries(['description', 'body', 'abstract'].map((name) => [name, text(16_777_215)])),
  ...Object.fromEntries(['rights', 'license', 'creator', 'publisher', 'comments'].map((name) => [name, text(255)])),
};
const attributes = { type: 'object', properties, additionalProperties: false };
const linked = {
  type: 'array',
  items: {
    type: 'object',
    required: ['type', 'id'],
    properties: { type: { const: 'documents' }, id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } },
  },
};
const seeAlso = { type: 'object', properties: { data: linked }, additionalProperties: false };
const relationships = { type: 'object', properties: { see_also: seeAlso }, additionalProperties: false };
const data = {
  type: 'object',
  required: ['type'],
  properties: { type: { const: 'documents' }, attributes, relationships },
};
const isBody = new Ajv().compile<Body>({ type: 'object', required: ['data'], properties: { data } });

/** @returns attributes of a body for a new document, or for the one with this id. @throws HttpError 400 */
export function attributesOf(body: unknown, id?: number): Partial<DocumentRow> {
  if (!isBody(body) || body.data.id !== (id === undefined ? undefined : String(id))) throw new HttpError(400);
  return body.data.attributes ?? {};
}

/** Ids of the documents that a body for a new document links to. */
export const linkedIdsOf = (body: unknown): number[] =>
  isBody(body) ? (body.data.relationships?.see_also?.data ?? []).map(({ id }) => Number(id)) : [];

const isLinks = new Ajv().compile<{ data: LinkedDocument[] }>({
  type: 'object',
  required: ['data'],
  properties: { data: linked },
});

/** Ids that a body names which adds links. @throws HttpError 400 */
export function addedIdsOf(body: unknown): number[] {
  if (!isLinks(body)) throw new HttpError(400);
  return body.data.map(({ id }) => Number(id));
}
