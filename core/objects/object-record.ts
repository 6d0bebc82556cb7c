// An object with its type, and the items of responses about objects.
import type { ResolvedType } from '../model/model.ts';
import type { ObjectDocument } from '../store/store.ts';
import type { Identifier, Resource } from '../format/jsonapi/documents.ts';
import type { IncludableRelation } from '../resources/include.ts';

export interface ObjectRecord {
  type: ResolvedType;
  document: ObjectDocument;
}

/** An object before its conversion to a resource, so that further data is read once for a whole response. */
export interface ObjectItem extends Identifier {
  found: ObjectRecord;
}

/** Targets of relationships: other objects, and resources such as translations. */
export type Related = ObjectItem | Resource;

export type ObjectRelationship = IncludableRelation<Related>;

export const objectItem = (found: ObjectRecord): ObjectItem => ({
  id: String(found.document._id),
  type: found.type.name,
  found,
});

export const isObjectItem = (item: Related): item is ObjectItem => 'found' in item;

export interface ObjectReference {
  id: number;
  type: string;
}
