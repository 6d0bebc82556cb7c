// Storing a change of links: their rows, the positions of other links on both sides, and in a symmetric relation the mirrored
// row of each (D48). The number of commands does not depend on the number of existing links.
import type { RelationSide } from '../../model/relation-sides.ts';
import type { AnyBulkWriteOperation, ObjectRelationRow } from '../../store/store.ts';
import { linkFields, type LinkFields } from '../changes/link-fields.ts';
import { MAX_PLACE, type LinkChange } from '../changes/link-plan.ts';
import { groupBy, itemAt } from '../../values.ts';

type Operation = AnyBulkWriteOperation<ObjectRelationRow>;
type Filter = Record<string, unknown>;

export interface LinkWriting {
  side: RelationSide;
  me: { id: number; type: string };
}

const mirrored = (fields: LinkFields): LinkFields => ({
  me: fields.other,
  myType: fields.otherType,
  other: fields.me,
  otherType: fields.myType,
  mine: fields.theirs,
  theirs: fields.mine,
});

/** The positions of a target's links that move, with the distances. */
function rangeOf({ before, after, makesRoom }: LinkChange): { range: Filter; by: 1 | -1 } | undefined {
  if (!after) return before && { range: { $gt: before.theirs }, by: -1 };
  if (!before) return makesRoom ? { range: { $gte: after.theirs, $lt: MAX_PLACE }, by: 1 } : undefined;
  if (after.theirs < before.theirs) return { range: { $gte: after.theirs, $lt: before.theirs }, by: 1 };
  if (after.theirs > before.theirs) return { range: { $gt: before.theirs, $lte: after.theirs }, by: -1 };
  return undefined;
}

/** Moves, merged for objects with the same moves: many links of an object usually have equal moves. */
function movesOf(changes: readonly LinkChange[]): { range: Filter; by: 1 | -1; others: number[] }[] {
  const moves = changes.flatMap((change) => {
    const move = rangeOf(change);
    return move ? { move, other: change.other } : [];
  });
  const same = groupBy(moves, ({ move }) => JSON.stringify(move));
  return [...same.values()].map((group) => ({
    ...itemAt(group, 0).move,
    others: group.map(({ other }) => other),
  }));
}

function operationsFor(
  { side, me }: LinkWriting,
  fields: LinkFields,
  changes: readonly LinkChange[],
  shifts: ReadonlyMap<number, number>,
): Operation[] {
  const relation = { relation_id: side.relation._id };
  const updateMany = (filter: Filter, field: string, by: number): Operation =>
    // cast: the driver does not know that the computed field is a number
    ({ updateMany: { filter: { ...relation, ...filter }, update: { $inc: { [field]: by } } } }) as never;
  const gone = changes.filter(({ after }) => !after).map(({ other }) => other);
  const operations: Operation[] = [];
  if (gone.length > 0)
    operations.push({ deleteMany: { filter: { ...relation, [fields.me]: me.id, [fields.other]: { $in: gone } } } });
  for (const { range, by, others } of movesOf(changes)) {
    const theirs = { [fields.other]: { $in: others }, [fields.me]: { $ne: me.id }, [fields.theirs]: range };
    operations.push(updateMany(theirs, fields.theirs, by));
  }
  for (const [by, shifted] of groupBy(shifts, ([, distance]) => distance)) {
    const others = { $in: shifted.map(([other]) => other) };
    operations.push(updateMany({ [fields.me]: me.id, [fields.other]: others }, fields.mine, by));
  }
  for (const { other, type, before, after } of changes) {
    if (!after) continue;
    const places = { [fields.mine]: after.mine, [fields.theirs]: after.theirs, params: after.params };
    const ends = { [fields.me]: me.id, [fields.other]: other };
    if (before) {
      operations.push({ updateOne: { filter: { ...relation, ...ends }, update: { $set: places } } });
    } else {
      const types = { [fields.myType]: me.type, [fields.otherType]: type };
      // cast: the driver does not know computed fields; together they are a link
      operations.push({ insertOne: { document: { ...relation, ...ends, ...types, ...places } as never } });
    }
  }
  return operations;
}

/** @param shifts of unchanged links of the object, by the id at their other end */
export function linkOperations(
  writing: LinkWriting,
  { changes, shifts }: { changes: readonly LinkChange[]; shifts: ReadonlyMap<number, number> },
): Operation[] {
  const fields = linkFields(writing.side);
  const operations = operationsFor(writing, fields, changes, shifts);
  return writing.side.symmetric
    ? [...operations, ...operationsFor(writing, mirrored(fields), changes, shifts)]
    : operations;
}
