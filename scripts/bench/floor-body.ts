// Bodies that the floors take, checked by one validator that is compiled once.
import { Ajv } from 'ajv';
import type { DocumentRow } from './answer.ts';
import { HttpError } from './floor-access.ts';

interface Body {
  data: { type: string; id?: string; attributes?: Partial<DocumentRow> };
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
const data = { type: 'object', required: ['type'], properties: { type: { const: 'documents' }, attributes } };
const isBody = new Ajv().compile<Body>({ type: 'object', required: ['data'], properties: { data } });

/** @returns attributes of a body for a new document, or for the one with this id. @throws HttpError 400 */
export function attributesOf(body: unknown, id?: number): Partial<DocumentRow> {
  if (!isBody(body) || body.data.id !== (id === undefined ? undefined : String(id))) throw new HttpError(400);
  return body.data.attributes ?? {};
}
