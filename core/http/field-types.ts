// The types that `fields[type]` may name: those of the described resources, and the object types (D807).
import { ApiError } from '../errors.ts';
import type { MatchOptions } from './match-options.ts';
import type { Description, Operation } from './operation.ts';

interface ResourceSchema {
  properties?: { type?: { enum?: readonly unknown[] } };
}

/** Types of resources in the description; those of objects depend on the model. */
const describedTypes = ({ components }: Description): ReadonlySet<unknown> =>
  new Set(
    Object.values((components?.schemas ?? {}) as Readonly<Record<string, ResourceSchema>>).flatMap(
      ({ properties }) => properties?.type?.enum ?? [],
    ),
  );

/** The member for all types (core/http/request-target.ts). */
const COMMON = '_common';

/** @returns checks a query @throws ApiError invalid_parameter for fields of a type that does not exist */
export function fieldTypes(
  description: Description,
  { isTypeName }: Pick<MatchOptions, 'isTypeName'>,
): (operation: Pick<Operation, 'facts'>, query: Readonly<Record<string, unknown>>) => void {
  const described = describedTypes(description);
  return ({ facts }, { fields }) => {
    if (facts.origin === 'project') return;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return;
    const unknown = Object.keys(fields).find((type) => type !== COMMON && !described.has(type) && !isTypeName(type));
    if (unknown === undefined) return;
    const parameter = `fields[${unknown.slice(0, 100)}]`;
    const detail = `${parameter}: there is no type of this name.`;
    throw new ApiError('invalid_parameter', { detail, source: { parameter } });
  };
}
