// Collections of any rows, for code that works on all of them.
import type { Collection, Document } from 'mongodb';

/** The collection without the type of its rows. */
export const withoutRowType = <Row extends Document>(collection: Collection<Row>): Collection<Document> =>
  // cast: methods of a collection take and give rows, so that no type of rows stands for another one
  collection as unknown as Collection<Document>;
