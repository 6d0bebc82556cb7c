// An object with its type, and what answers about objects are made of.
import type { ResolvedType } from '../model/model.ts';
import type { ObjectDocument } from '../store/store.ts';
import type { Identifier, Resource } from '../format/jsonapi/documents.ts';
import type { IncludableRelation } from '../resources/include.ts';

export interface ObjectRecord {
  type: ResolvedType;
  document: ObjectDocument;
}

/** An object before it is made a resource, so that what resources need is read for all of an answer at once. */
export interface ObjectItem extends Identifier {
  found: ObjectRecord;
}

/** What objects can be related to: other objects, and resources such as translations. */
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
