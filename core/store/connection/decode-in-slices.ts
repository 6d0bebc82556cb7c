// The driver decodes all documents of a batch, of up to 16 MB, in one turn of the event loop (mongodb 7.9.0,
// `AbstractCursor`). Cursors of the store decode as many as fit into a turn.
import { AbstractCursor } from 'mongodb';
import { isTurnOver, nextTurn } from '../../event-loop-turns.ts';

const { next: decodeNext, hasNext } = AbstractCursor.prototype;

async function next<Row>(this: AbstractCursor<Row>): Promise<Row | null> {
  // The documents arrive in a new turn, whose time counts from here on.
  if (this.bufferedCount() === 0 && !(await hasNext.call(this))) return null;
  if (isTurnOver()) await nextTurn();
  const row: Row | null = await decodeNext.call(this);
  if (isTurnOver()) await nextTurn();
  return row;
}

async function toArray<Row>(this: AbstractCursor<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  try {
    while (await hasNext.call(this)) {
      while (this.bufferedCount() > 0) {
        if (isTurnOver()) await nextTurn(rows.length > 0);
        rows.push(...this.readBufferedDocuments(1));
      }
      // By the driver, with the last batch.
      if (this.closed) break;
    }
    if (isTurnOver()) await nextTurn(rows.length > 1);
    return rows;
  } finally {
    if (!this.closed) await this.close();
  }
}

/** @param cursor without a transform (`map`), which `toArray` leaves out; this one gives way after its documents */
export const inSlices = <Cursor extends AbstractCursor>(cursor: Cursor): Cursor =>
  Object.assign(cursor, { next, toArray });

/** As `findOne` of the driver. @param cursor of one document at most */
export async function firstOf(cursor: AbstractCursor): Promise<unknown> {
  const [row = null]: unknown[] = await cursor.toArray();
  return row;
}
