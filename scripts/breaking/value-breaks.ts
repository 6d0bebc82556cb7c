// Changes of the values of one schema that break clients: types, enums, limits, defaults.
import type { Schema } from './description.ts';

/** For requests, values that are no longer accepted; for responses, values that clients can no longer rely on. */
type Direction = 'request' | 'response';

export interface Pair {
  before: Schema;
  after: Schema;
  place: string;
  direction: Direction;
}

/** Limits that are narrower when they are lower, and the other way round. */
const UPPER = ['maximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'minLength', 'minItems', 'minProperties'];
/** Rules of which each other value refuses something that was accepted. */
const RULES = ['pattern', 'multipleOf', 'not'];
const FLAGS = ['uniqueItems', 'exclusiveMinimum', 'exclusiveMaximum', 'readOnly'];

export const unionOf = (schema: Schema): Schema[] | undefined => schema.oneOf ?? schema.anyOf;

/** @returns one text for each break, such as `no longer takes "b"` */
export function valueBreaks(pair: Pair): string[] {
  const common = [...typeBreaks(pair), ...nullBreaks(pair), ...enumBreaks(pair), ...discriminatorBreaks(pair)];
  return [...common, ...(pair.direction === 'request' ? requestBreaks(pair) : responseBreaks(pair))];
}

export function nullBreaks({ before, after, direction }: Pair): string[] {
  const [was, is] = [before.nullable === true, after.nullable === true];
  if (direction === 'request') return was && !is ? ['null is no longer taken'] : [];
  return is && !was ? ['may be null now'] : [];
}

function typeBreaks({ before, after, direction }: Pair): string[] {
  const found: string[] = [];
  // Whose values must all be values of the other one.
  const [values, allowed] = direction === 'request' ? [before, after] : [after, before];
  if (!isWithin(values.type, allowed.type) && !unionOf(before) && !unionOf(after)) {
    found.push(`type ${before.type ?? 'any'} is now ${after.type ?? 'any'}`);
  }
  const isWider = values.format === 'uri' && allowed.format === 'uri-reference';
  if (before.format !== after.format && allowed.format !== undefined && !isWider) {
    found.push(`format ${before.format ?? 'none'} is now ${after.format ?? 'none'}`);
  }
  return found;
}

/** Whether each value of the one type is a value of the other. */
function isWithin(type: string | undefined, other: string | undefined): boolean {
  return other === undefined || type === other || (type === 'integer' && other === 'number');
}

/** A value removed from responses breaks clients too: their code for it no longer runs (D365). */
function enumBreaks({ before, after, direction }: Pair): string[] {
  const isSent = direction === 'request';
  if (!before.enum) return isSent && after.enum ? [`takes ${JSON.stringify(after.enum)} only`] : [];
  if (!after.enum) return isSent ? [] : ['is no longer one of few values'];
  const lost = before.enum.filter((value) => !after.enum?.includes(value)).map((value) => JSON.stringify(value));
  return lost.length > 0 ? [`no longer ${isSent ? 'takes' : 'answers'} ${lost.join(', ')}`] : [];
}

function discriminatorBreaks({ before, after }: Pair): string[] {
  const [was, is] = [before, after].map(({ discriminator }) => discriminator?.propertyName);
  return was !== undefined && was !== is ? [`distinguished by ${is ?? 'nothing'}, no longer by ${was}`] : [];
}

function requestBreaks(pair: Pair): string[] {
  const { before, after } = pair;
  const found = narrowed(pair).map((key) => `${key} ${show(before[key])} is now ${show(after[key])}`);
  const [others, othersNow] = [before.additionalProperties ?? true, after.additionalProperties ?? true];
  if (others !== false && othersNow === false) found.push('other properties are no longer taken');
  if (others === true && typeof othersNow === 'object') found.push('other properties are no longer taken as they were');
  return found;
}

function narrowed({ before, after }: Pair): string[] {
  const isOther = (key: string) => show(after[key]) !== show(before[key]);
  return [
    ...UPPER.filter((key) => numberOr(after[key], Infinity) < numberOr(before[key], Infinity)),
    ...LOWER.filter((key) => numberOr(after[key], -Infinity) > numberOr(before[key], -Infinity)),
    ...RULES.filter((key) => after[key] !== undefined && isOther(key)),
    ...FLAGS.filter((key) => after[key] === true && before[key] !== true),
    // Clients without the member get another value.
    ...['default'].filter((key) => before[key] !== undefined && isOther(key)),
  ];
}

function responseBreaks({ before, after }: Pair): string[] {
  const found: string[] = [];
  if (before['not'] !== undefined && show(before['not']) !== show(after['not'])) {
    found.push(`not ${show(before['not'])} is now ${show(after['not'])}`);
  }
  if (after['writeOnly'] === true && before['writeOnly'] !== true) found.push('no longer answered');
  if (typeof before.additionalProperties === 'object' && typeof after.additionalProperties !== 'object') {
    found.push('other properties are no longer answered as they were');
  }
  return found;
}

const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);
const show = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));
