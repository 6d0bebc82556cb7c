// Rows of objects and of their dependent data. Names and fields are those of the wire (snake_case).
import type { ObjectId } from 'mongodb';
import type { AccountFields } from './account-rows.ts';

/** Instead of null ends of the publication, so that they compare with any date. */
export const ALWAYS_FROM = new Date(0);
export const ALWAYS_TO = new Date('9999-12-31T23:59:59Z');

export interface RevisedRow {
  _id: number;
  revision: number;
  created: Date;
  modified: Date;
}

/** The searched text, folded (core/query/search-terms.ts) and capped. */
export interface SearchText {
  title: string;
  description: string;
  /** All other searchable attributes. */
  text: string;
}

/** Base attributes of an object of any type; the whole document is in the collection of its type. */
export interface ObjectBase {
  _id: number;
  type: string;
  uname: string;
  title: string | null;
  description: string | null;
  status: 'on' | 'draft' | 'off';
  lang: string | null;
  publish_start: Date | null;
  publish_end: Date | null;
  /** publish_start and publish_end with the ends above, so that an index covers them. */
  visible_from: Date;
  visible_to: Date;
  locked: boolean;
  trashed: boolean;
  created: Date;
  modified: Date;
  published: Date | null;
  created_by: number | null;
  modified_by: number | null;
  revision: number;
  /** Ids of the roles that may see it; null or absent for all callers (D20). */
  reader_roles?: number[] | null;
  /** Tokens of its audiences (core/objects/visibility/audiences.ts). */
  audiences: string[];
  /** Ids of its folders, of a folder that of its parent; absent without any. */
  parents?: number[];
}

/** What the visibility of an object depends on; rows with a copy get it from core/objects/writing/object-writer.ts. */
export type ObjectView = Pick<
  ObjectBase,
  'type' | 'status' | 'visible_from' | 'visible_to' | 'trashed' | 'created_by' | 'reader_roles' | 'audiences'
>;

/** Row of `objects`, which holds one for each object of any type. */
export interface ObjectRow extends ObjectBase {
  search: SearchText;
  /** Of a translation or annotation in the trash: its object, with the visibility of that. */
  object_id?: number;
  object?: ObjectView;
}

/** The stored category or tag of an object. */
export interface CategoryLink {
  id: number;
  params?: unknown;
}

/** The permissions of an object; an empty list restricts nothing. */
export interface ObjectPermissions {
  /** Ids of the roles that see it. */
  read: number[];
  /** Ids of the roles that it is marked for: other callers see it as well, without the mark. */
  mark: number[];
  /** For each list, one of its roles is needed to change the object. */
  write: number[][];
  /** From its ancestors. */
  inherited: boolean;
}

/** The whole document of an object; custom properties are under `custom`. */
export interface ObjectDocument extends ObjectBase, AccountFields {
  body?: string | null;
  extra?: unknown;
  custom?: Record<string, unknown>;
  /** Raised by changes that exclude a trashing, a purge or a change of visibility (objects/changes/lock-objects.ts). */
  fence?: number;
  /** The same for links, which do not depend on the visibility. */
  link_fence?: number;
  categories?: CategoryLink[];
  tags?: CategoryLink[];
  permissions?: ObjectPermissions;
  [attribute: string]: unknown;
}

/** Restricts names to those of objects: translations and annotations in the trash have separate ones, and an `object_id`. */
export const OF_OBJECTS = { object_id: null };

/** Fields of ObjectView. */
export const VIEW_PROJECTION = {
  type: 1,
  status: 1,
  visible_from: 1,
  visible_to: 1,
  trashed: 1,
  created_by: 1,
  reader_roles: 1,
  audiences: 1,
} as const satisfies Record<keyof ObjectView, 1>;

/** The visibility of the object of a row of `objects`. */
export type ViewRow = ObjectView & Pick<ObjectRow, '_id'>;

/** A link between two objects (D541). A symmetric relation has a row for each direction (D48). */
export interface ObjectRelationRow {
  _id?: ObjectId;
  relation_id: number;
  left_id: number;
  right_id: number;
  left_type: string;
  right_type: string;
  /** Position among the links of the left object. */
  priority: number;
  /** Position among the links of the right object. */
  inv_priority: number;
  params: Record<string, unknown> | null;
}

/** A place of an object in the tree: a folder has one, other objects one in each of their folders (D28). */
export interface TreeRow {
  _id: number;
  object_id: number;
  /** Id of its folder; null for a root. */
  parent_id: number | null;
  /** Node of that folder. */
  parent_node_id: number | null;
  /** Id of the topmost folder; a root's own. */
  root_id: number;
  /** Sibling keys from the root down, each with a `/` at its end: their byte order is the order of the tree. */
  path: string;
  /** Position among the siblings. */
  key: string;
  /** Ids of the ancestors, from the root down. */
  ancestors: number[];
  /** 0 for a root. */
  depth_level: number;
  menu: boolean;
  canonical: boolean;
  params: Record<string, unknown> | null;
  /** A name among the children of the folder, for paths of the tree. */
  slug?: string;
  /** Raised by each change below it, so that contradictory changes conflict. */
  fence: number;
  /** Of a folder: its effective permissions, which its children inherit (core/objects/visibility/object-permissions.ts). */
  permissions?: ObjectPermissions;
  /**
   * Of a purged folder whose children have not all been removed from it: the folder of the purge request, which it was
   * below, and the user who purged it (core/objects/tree/purged-folders.ts). It is treated like one in the trash.
   */
  purged_with?: number;
  purged_by?: number | null;
  object: ObjectView;
}

/** An object in another language (D29). */
export interface TranslationRow extends RevisedRow {
  object_id: number;
  lang: string;
  status: ObjectBase['status'];
  translated_fields: Record<string, unknown>;
  trashed: boolean;
  created_by: number | null;
  modified_by: number | null;
  /** The texts, folded (core/query/search-terms.ts). */
  search: string;
  object: ObjectView;
}

/** A comment on an object (D29). */
export interface AnnotationRow extends RevisedRow {
  object_id: number;
  description: string;
  params: unknown;
  /** Its author. */
  user_id: number | null;
  trashed: boolean;
  /** The description, folded (core/query/search-terms.ts). */
  search: string;
  object: ObjectView;
}
