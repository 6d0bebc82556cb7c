// Values of path parameters: ids of the run's resources.
import type { Operation } from './operations.ts';
import type { RunWorld } from './run-world.ts';

const BY_PARAMETER: Readonly<Record<string, string>> = {
  property_type_id: 'rating',
  object_type_id: 'recipes',
  property_id: 'servings',
  relation_id: 'ingredient',
  category_id: 'soups',
  tag_id: 'spicy',
  folder_id: 'folder',
  translation_id: 'translation',
  stream_id: 'stream',
  annotation_id: 'annotation',
  application_id: 'website',
  endpoint_id: 'letters',
  endpoint_permission_id: 'permission',
  auth_provider_id: 'provider',
  external_auth_id: 'account',
  role_id: 'role',
  user_id: 'user',
  object_permission_id: 'object permission',
  related_id: 'related',
  child_id: 'document',
  refresh_token: 'refresh token',
  session_id: 'session',
  webhook_id: 'webhook',
  webhook_delivery_id: 'delivery',
};

/** Where one name has several meanings, by the first segment of the path. */
const BY_SEGMENT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // That of the examples is disabled, so only administrators see it.
  application_id: { applications: 'public application' },
  config_id: { admin: 'level', config: 'colors' },
  async_job_id: { admin: 'job', async_jobs: 'public job' },
  object_id: {
    documents: 'document',
    images: 'picture',
    objects: 'document',
    streams: 'picture',
    media: 'picture',
    poster: 'picture',
    posters: 'picture',
    trash: 'trashed',
  },
};

const FIXED: Readonly<Record<string, string>> = {
  object_type: 'image',
  relation_name: 'see_also',
  type_name: 'documents',
  file_name: 'flag.png',
  version_number: '1',
  // There is none: it needs an authenticator.
  passkey_id: 'none',
  // It needs a bucket that clients may use.
  direct_upload_id: '019e2005-7b3a-7c41-8d1e-93a1c6f20b55',
};

/** The name of a created resource for a parameter. */
export function nameOf({ path }: Operation, parameter: string, world: RunWorld): string | undefined {
  const segment = path.split('/')[1] ?? '';
  if (parameter === 'file_name') return segment === 'media' ? 'thumbnail' : undefined;
  // Only sections have these.
  if (/^\/objects\/\{object_id}\/(?:children|sections|contents|descendants)/.test(path) && parameter === 'object_id')
    return 'folder';
  if (parameter === 'object_id' && world.made.get('recipes')?.attributes['name'] === segment) return 'dish';
  return BY_SEGMENT[parameter]?.[segment] ?? BY_PARAMETER[parameter];
}

/** The path of an operation for the run's resources; undefined without a suitable one. */
export function fillPath(operation: Operation, world: RunWorld): string | undefined {
  const valueOf = (parameter: string): string | undefined => {
    if (parameter === 'tree_path') return world.treePath();
    const name = nameOf(operation, parameter, world);
    return name === undefined ? FIXED[parameter] : world.made.get(name)?.id;
  };
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const value = valueOf(parameter);
    if (value === undefined || value === '') return undefined;
    path = path.replace(`{${parameter}}`, parameter === 'tree_path' ? value : encodeURIComponent(value));
  }
  return path + requiredQuery(operation, world);
}

/** A request to be explained. */
const EXPLAINED: Readonly<Record<string, string>> = { method: 'GET', path: '/documents' };

/** Other required members are ids of pictures: other objects have no thumbnails. */
function requiredQuery({ requiredQuery: names }: Operation, world: RunWorld): string {
  const values = names.map((name) => EXPLAINED[name] ?? world.made.get('picture')?.id);
  if (names.length === 0 || values.includes(undefined)) return '';
  return `?${names.map((name, index) => `${name}=${values[index]}`).join('&')}`;
}

/** The same with ids and names that do not exist. */
export function pathToNothing(operation: Operation): string {
  const values: Record<string, string> = {
    object_type: 'nothings',
    type_name: 'nothings',
    relation_name: 'nothing',
    file_name: 'a.png',
  };
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_match, name: string) => values[name] ?? '999999999');
}
