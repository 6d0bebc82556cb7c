// How much work a JSON Schema without references makes of each place of a value (D781).
import { subschemas, type JsonSchema } from '../../json/json-schema.ts';
import { linearPattern } from './linear-pattern.ts';
import { itemsIn, isRecord } from '../../values.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const weights = (schemas: readonly unknown[]): number[] => schemas.filter(isRecord).map(weightOf);
const members = (map: unknown): unknown[] => (isRecord(map) ? Object.values(map) : []);

const stepsOf = (pattern: unknown): number => (typeof pattern === 'string' ? linearPattern(pattern).size : 0);

/**
 * At most so many schemas and steps of patterns are tried at one place of a value. Alternatives add up, and so do the
 * patterns of names; of the schemas of different members and items the heaviest counts, since each place has one.
 */
export function weightOf(schema: JsonSchema): number {
  const { allOf, anyOf, oneOf, not, if: test, then: yes, else: no, dependencies, contains, propertyNames } = schema;
  const { patternProperties, pattern } = schema;
  const together = [
    ...[allOf, anyOf, oneOf].flatMap(itemsIn),
    ...[not, test, yes, no, contains, propertyNames],
    ...[dependencies, patternProperties].flatMap(members),
  ];
  const counted = new Set(together.filter(isRecord));
  const apart = subschemas(schema).filter((each) => !counted.has(each));
  const names = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  return (
    1 +
    stepsOf(pattern) +
    sum(names.map(stepsOf)) +
    sum(weights([...counted])) +
    weights(apart).reduce((most, each) => Math.max(most, each), 0)
  );
}
