// Paths that start with the name of a type: which types they serve.

/** Path parameter for the name of a type. */
export const TYPE_PARAMETER = 'object_type_name';

/** Path parameter for the name of a relation. */
export const RELATION_PARAMETER = 'relation_name';

/**
 * Whether a path of the template serves a type that has paths of its own too. Users are no content, so of the template they
 * have their relations and versions only; folders are in one place, their parent; what `/objects` has is all written out.
 */
export function servesOwnPaths(path: string, typeName: string): boolean {
  if (typeName === 'objects') return false;
  if (typeName === 'folders') return !path.endsWith('/parents');
  return typeName !== 'users' || path.endsWith(`/{${RELATION_PARAMETER}}`) || path.includes('/{object_id}/versions');
}
