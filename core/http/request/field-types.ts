// The types that `fields[type]` may name: those of the described resources, and the object types (D807).
import { invalidParameter } from '../../errors.ts';
import type { Description, Operation } from '../routing/operation.ts';
import { isRecord, itemsIn, memberOf } from '../../values.ts';

/** Types of resources in the description; those of objects depend on the model. */
const describedTypes = ({ components }: Description): ReadonlySet<unknown> =>
  new Set(
    Object.values(components?.schemas ?? {}).flatMap((schema) =>
      itemsIn(memberOf(memberOf(memberOf(schema, 'properties'), 'type'), 'enum')),
    ),
  );

/** The member for all types (core/http/request/request-target.ts). */
const COMMON = '_common';

/** @returns checks a query @throws ApiError invalid_parameter for fields of a type that does not exist */
export function fieldTypes(
  description: Description,
  { isTypeName }: { isTypeName(name: string): boolean },
): (operation: Pick<Operation, 'facts'>, query: Readonly<Record<string, unknown>>) => void {
  const described = describedTypes(description);
  return ({ facts }, { fields }) => {
    if (facts.origin === 'project' || !isRecord(fields)) return;
    const unknown = Object.keys(fields).find((type) => type !== COMMON && !described.has(type) && !isTypeName(type));
    if (unknown === undefined) return;
    const parameter = `fields[${unknown.slice(0, 100)}]`;
    throw invalidParameter(parameter, `${parameter}: there is no type of this name.`);
  };
}
