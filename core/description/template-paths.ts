// Paths that start with the name of a type: which types they serve.

/** Path parameter for the name of a type. */
export const TYPE_PARAMETER = 'object_type_name';

/** Path parameter for the name of a relation. */
export const RELATION_PARAMETER = 'relation_name';

/**
 * Whether a path of the template also serves a type with authored paths. Users are not content, so they have only the
 * relations and versions of the template; folders have one place, their parent; all paths of `/objects` are
 * hand-written.
 */
export function servesOwnPaths(path: string, typeName: string): boolean {
  if (typeName === 'objects') return false;
  if (typeName === 'folders') return !path.endsWith('/parents');
  return typeName !== 'users' || path.endsWith(`/{${RELATION_PARAMETER}}`) || path.includes('/{object_id}/versions');
}
