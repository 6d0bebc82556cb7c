// Lists of ids in queries: `ids=1,2` or `ids[]=1&ids[]=2` (D55, D164), and `id` of streams (D42).
import { invalidParameter } from '../../errors.ts';

export const MAX_IDS = 500;

const ID = /^[1-9]\d{0,14}$/;

/** The texts of a list, each once, in the order given. */
function parseList(
  value: unknown,
  { parameter, max, called, pattern }: { parameter: string; max: number; called: string; pattern: RegExp },
): string[] {
  const parts = [value].flat().flatMap((text) => (typeof text === 'string' ? text.split(',') : ['']));
  const ids = parts.map((part) => part.trim());
  if (!ids.every((id) => pattern.test(id)))
    throw invalidParameter(parameter, `${parameter} must be a list of ${called}, comma-separated.`);
  const unique = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (unique.length > max) throw invalidParameter(parameter, `At most ${max} ids can be given at once.`);
  return unique;
}

/** Each id once, in the order given. @throws ApiError invalid_parameter */
export function parseIds(value: unknown): number[] {
  if (value === undefined || value === '') throw invalidParameter('ids', 'Missing required parameter "ids".');
  return parseList(value, { parameter: 'ids', max: MAX_IDS, called: 'ids of objects: integers', pattern: ID }).map(
    Number,
  );
}

/** A number of ids that certainly fits into a URL. */
const MAX_UUIDS = 100;

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** `id=a,b` or `id[]=a`: UUIDs, each once, in lower case. @throws ApiError invalid_parameter */
export const parseUuids = (value: unknown, parameter: string): string[] =>
  parseList(value, { parameter, max: MAX_UUIDS, called: 'ids: UUIDs', pattern: UUID });
