// Roles as resources, and their visibility.
import type { RequestContext } from '../../context.ts';
import { defineResource, type DefinedResource } from '../../resources/define-resource.ts';
import { booleanOf, filterError, singleText, type NamedFilter } from '../../query/filters.ts';
import type { RoleRow, Store } from '../../store/store.ts';

/** `filter[mine]`: the roles of the caller. */
const mine =
  ({ caller }: Pick<RequestContext, 'caller'>): NamedFilter =>
  (value, parameter) => {
    const text = singleText(value, parameter);
    if (text !== '' && !booleanOf(text, parameter)) throw filterError(parameter, 'this filter takes no value.');
    return { _id: { $in: [...caller.roles] } };
  };

/** @param context of the caller, for `filter[mine]` */
export const roleResources = (
  store: Store,
  context?: Pick<RequestContext, 'caller'>,
): DefinedResource<RoleRow, 'Roles'> =>
  defineResource<RoleRow, 'Roles'>({
    type: 'roles',
    path: '/roles',
    collection: store.roles,
    searchable: ['name', 'description'],
    addressedBy: ['name'],
    filters: context ? { mine: mine(context) } : {},
    attributes: {
      name: { kind: 'string' },
      description: { kind: 'string', default: null },
      unchangeable: { kind: 'boolean', default: false },
    },
    meta: { priority: { kind: 'integer' } },
    relationships: ['users'],
  });

/** Condition on the roles that a caller sees (D88). @param always ids of roles that are visible in any case */
export function roleScope({ access, caller }: RequestContext, always: Iterable<number> = []): Record<string, unknown> {
  const grant = access.grant('roles', 'read');
  if (grant === 'all') return {};
  return { _id: { $in: [...(grant === 'mine' ? caller.roles : []), ...always] } };
}
