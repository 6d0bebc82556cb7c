// The endpoints of the paths that extensions add: rows like those of the service, created at the first start with a new first segment, so for
// administrators only unless the extension has rules; administrators can change that (D317).
import { ADMIN_ROLE_ID } from '../access/access-rules.ts';
import { endpointResources } from '../admin/endpoints.ts';
import { permissionResources } from '../admin/endpoint-permissions.ts';
import { changeRules, newRow, type RuleDependencies } from '../admin/rule-change.ts';
import { SERVICE_CONTEXT } from '../context.ts';
import { insertRow, type WriteScope } from '../resources/resource-type.ts';
import type { EndpointPermissionRow, Store } from '../store/store.ts';
import type { EndpointRule } from './extension.ts';
import { ExtensionError } from './extension-error.ts';
import type { LoadedExtension } from './load-extensions.ts';

type NewRule = Pick<EndpointPermissionRow, 'role_id' | 'anonymous' | 'read' | 'write'>;

interface AddedEndpoint {
  file: string;
  name: string;
  description: string | null;
  rules: readonly EndpointRule[];
}

const FOR_ADMINS: NewRule = { role_id: ADMIN_ROLE_ID, anonymous: false, read: true, write: true };

function addedEndpoints(extensions: readonly LoadedExtension[], segments: ReadonlySet<string>): AddedEndpoint[] {
  const found = new Map<string, AddedEndpoint>();
  for (const name of segments) found.set(name, { file: '', name, description: null, rules: [] });
  for (const { file, extension } of extensions) {
    for (const [name, { description = null, rules = [] }] of Object.entries(extension.endpoints ?? {})) {
      if (!segments.has(name))
        throw new ExtensionError(file, `"endpoints" names /${name}, which is not a path of the project`);
      found.set(name, { file, name, description, rules });
    }
  }
  return [...found.values()];
}

async function toRow(store: Store, { file }: AddedEndpoint, rule: EndpointRule, scope: WriteScope): Promise<NewRule> {
  const { to, read, write } = rule;
  if (typeof to === 'string') return { role_id: null, anonymous: to === 'everybody', read, write };
  const role = await store.roles.findOne({ name: to.role }, { session: scope.transaction });
  if (!role) throw new ExtensionError(file, `"endpoints" names the role "${to.role}", which does not exist`);
  return { role_id: role._id, anonymous: false, read, write };
}

async function makeEndpoint(dependencies: RuleDependencies, endpoint: AddedEndpoint, scope: WriteScope): Promise<void> {
  const { store } = dependencies;
  if (await store.endpoints.findOne({ name: endpoint.name }, { session: scope.transaction })) return;
  const { name, description } = endpoint;
  const _id = await store.sequences.next('endpoints');
  const row = { _id, ...newRow(dependencies), name, description, enabled: true, object_type_id: null };
  await insertRow(endpointResources(store), row, scope);
  const rules = new Map([[FOR_ADMINS.role_id, FOR_ADMINS]]);
  for (const rule of endpoint.rules) {
    const added = await toRow(store, endpoint, rule, scope);
    if (rules.has(added.role_id) && added.role_id !== ADMIN_ROLE_ID) {
      throw new ExtensionError(endpoint.file, `"endpoints" has two rules of /${name} for the same, or for all`);
    }
    rules.set(added.role_id, added);
  }
  for (const rule of rules.values()) {
    const id = await store.sequences.next('endpoint_permissions');
    const bound = { endpoint_id: _id, application_id: null, ...rule };
    await insertRow(permissionResources(store), { _id: id, ...newRow(dependencies), ...bound }, scope);
  }
}

/** @throws ExtensionError for an unknown path or role in an extension */
export async function ensureEndpoints(
  dependencies: RuleDependencies,
  extensions: readonly LoadedExtension[],
  segments: ReadonlySet<string>,
): Promise<void> {
  const wanted = addedEndpoints(extensions, segments);
  const names = wanted.map(({ name }) => name);
  // Most starts write no row.
  const there = await dependencies.store.endpoints.find({ name: { $in: names } }).toArray();
  const missing = wanted.filter(({ name }) => !there.some((row) => row.name === name));
  if (missing.length === 0) return;
  await changeRules(dependencies, SERVICE_CONTEXT, async (scope) => {
    for (const endpoint of missing) await makeEndpoint(dependencies, endpoint, scope);
  });
}
