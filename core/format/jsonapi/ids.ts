// `ids` of operations on several resources: `ids=1,2` or `ids[]=1&ids[]=2` (D55, D164).
import { ApiError } from '../../errors.ts';

export const MAX_IDS = 500;

const ID = /^[1-9]\d{0,14}$/;

const fault = (detail: string): ApiError => new ApiError('invalid_parameter', { detail, source: { parameter: 'ids' } });

/** Each id once, in the order given. @throws ApiError invalid_parameter */
export function parseIds(value: unknown): number[] {
  if (value === undefined || value === '') throw fault('Missing required parameter "ids".');
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  const parts = texts.flatMap((text) => (typeof text === 'string' ? text.split(',') : [undefined]));
  const ids = parts.map((part) => part?.trim()).map((part) => (part && ID.test(part) ? Number(part) : undefined));
  if (ids.includes(undefined)) throw fault('ids must be a list of ids of objects: integers, comma-separated.');
  const unique = [...new Set(ids as number[])];
  if (unique.length > MAX_IDS) throw fault(`At most ${MAX_IDS} ids can be given at once.`);
  return unique;
}
