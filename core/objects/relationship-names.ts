// The relationships that resources of a type list (D528). Each is added together with its endpoints, since every link
// in a response has to work.
import { hasStreams, STREAMS } from './owned-files.ts';
import type { Relationship } from '../format/jsonapi/documents.ts';
import type { ResolvedType } from '../model/model.ts';

function namesOf(type: ResolvedType): string[] {
  const semantic = [...type.sides.keys()];
  if (type.kind === 'users') return ['roles', ...semantic];
  const places = type.kind === 'folders' ? ['parent', 'children'] : ['parents'];
  const translations = type.row.is_translatable ? ['translations'] : [];
  return [...semantic, ...places, ...translations, ...(hasStreams(type) ? [STREAMS] : [])];
}

const relationships = new WeakMap<ResolvedType, Readonly<Record<string, Relationship>>>();

/** By name, without linkage; the same for all resources of the type. */
export function relationshipsOf(type: ResolvedType): Readonly<Record<string, Relationship>> {
  let listed = relationships.get(type);
  if (!listed) {
    listed = Object.fromEntries(namesOf(type).map((name) => [name, {}]));
    relationships.set(type, listed);
  }
  return listed;
}
