// Stored links (core/store/rows/object-rows.ts) from one side of a relation.
import type { RelationSide } from '../../model/relation-sides.ts';
import { unescapeKeys } from '../../store/stored-keys.ts';
import type { ObjectRelationRow } from '../../store/store.ts';

/** Fields of a link: those at the end of the requested object, and those at the other end. */
export interface LinkFields {
  me: 'left_id' | 'right_id';
  myType: 'left_type' | 'right_type';
  other: 'left_id' | 'right_id';
  otherType: 'left_type' | 'right_type';
  /** Position among the links of this object. */
  mine: 'priority' | 'inv_priority';
  theirs: 'priority' | 'inv_priority';
}

const FROM_LEFT: LinkFields = {
  me: 'left_id',
  myType: 'left_type',
  other: 'right_id',
  otherType: 'right_type',
  mine: 'priority',
  theirs: 'inv_priority',
};

const FROM_RIGHT: LinkFields = {
  me: 'right_id',
  myType: 'right_type',
  other: 'left_id',
  otherType: 'left_type',
  mine: 'inv_priority',
  theirs: 'priority',
};

export const linkFields = ({ side }: Pick<RelationSide, 'side'>): LinkFields =>
  side === 'left' ? FROM_LEFT : FROM_RIGHT;

/** `meta.relation` (D541): `priority` is always that of the requested object. */
export interface RelationMeta {
  priority: number;
  inv_priority: number;
  params: Record<string, unknown> | null;
}

export const relationMeta = (link: Omit<ObjectRelationRow, '_id'>, { mine, theirs }: LinkFields): RelationMeta => ({
  priority: link[mine],
  inv_priority: link[theirs],
  params: unescapeKeys(link.params),
});
