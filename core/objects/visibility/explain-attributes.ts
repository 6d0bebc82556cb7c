// The attributes of an object that only some roles read or write, and the rules for them, for administrators (D581).
import type { RequestContext } from '../../context.ts';
import type { Model, ResolvedType } from '../../model/model.ts';
import { hiddenAttributes } from './shown-attributes.ts';

export interface AttributeRule {
  object_type: string;
  /** Names of roles; null restricts nothing. */
  read: string[] | null;
  write: string[] | null;
}

export interface ExplainedAttribute {
  name: string;
  read: boolean;
  write: boolean;
  rules: AttributeRule[];
}

/** Those with a rule, also if it permits the caller; the rules of the type come first. */
export function explainAttributes(
  { types }: Pick<Model, 'types'>,
  type: ResolvedType,
  { caller, access: { roleNames } }: Pick<RequestContext, 'caller' | 'access'>,
): ExplainedAttribute[] {
  const withheld = hiddenAttributes(type, caller);
  const namesOf = (roles: readonly number[] | null | undefined): string[] | null =>
    roles ? roles.flatMap((role) => roleNames.get(role) ?? []) : null;
  const lineage = [type, ...type.ancestors.flatMap((name) => types.get(name) ?? [])];
  return [...type.attributeRoles.keys()].map((name) => ({
    name,
    read: !withheld.read.has(name),
    write: !withheld.write.has(name),
    rules: lineage.flatMap(({ row }): AttributeRule[] => {
      const rule = row.attribute_permissions?.[name];
      return rule ? [{ object_type: row.name, read: namesOf(rule.read), write: namesOf(rule.write) }] : [];
    }),
  }));
}
