// Lists of ids in queries: `ids=1,2` or `ids[]=1&ids[]=2` (D55, D164), and `id` of streams (D42).
import { invalidParameter } from '../../errors.ts';

export const MAX_IDS = 500;

const ID = /^[1-9]\d{0,14}$/;

/** The kind of ids in a list. */
interface ListedIds<Id> {
  parameter: string;
  max: number;
  /** Such as "ids of objects: integers". */
  called: string;
  /** undefined for an invalid id. */
  read(text: string): Id | undefined;
}

function parseList<Id>(value: unknown, { parameter, max, called, read }: ListedIds<Id>): Id[] {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  const parts = texts.flatMap((text) => (typeof text === 'string' ? text.split(',') : [undefined]));
  const ids = parts.map((part) => (part === undefined ? undefined : read(part.trim())));
  const known = ids.filter((id) => id !== undefined);
  if (known.length < ids.length)
    throw invalidParameter(parameter, `${parameter} must be a list of ${called}, comma-separated.`);
  const unique = [...new Set(known)];
  if (unique.length > max) throw invalidParameter(parameter, `At most ${max} ids can be given at once.`);
  return unique;
}

/** Each id once, in the order given. @throws ApiError invalid_parameter */
export function parseIds(value: unknown): number[] {
  if (value === undefined || value === '') throw invalidParameter('ids', 'Missing required parameter "ids".');
  const read = (text: string): number | undefined => (ID.test(text) ? Number(text) : undefined);
  return parseList(value, { parameter: 'ids', max: MAX_IDS, called: 'ids of objects: integers', read });
}

/** A number of ids that certainly fits into a URL. */
const MAX_UUIDS = 100;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** `id=a,b` or `id[]=a`: UUIDs, each once, in lower case. @throws ApiError invalid_parameter */
export function parseUuids(value: unknown, parameter: string): string[] {
  const read = (text: string): string | undefined => (UUID.test(text.toLowerCase()) ? text.toLowerCase() : undefined);
  return parseList(value, { parameter, max: MAX_UUIDS, called: 'ids: UUIDs', read });
}
