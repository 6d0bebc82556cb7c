// Collections of any rows, for code that works on all of them.
import type { Collection, Document } from 'mongodb';

/** Members are of any type; ids of rows are numbers or texts. */
interface AnyRow extends Document {
  _id: number | string;
}

/** The collection with another type of its rows: the part that the code uses, or any rows. */
export const withRowType = <Row extends Document = AnyRow>(collection: {
  readonly collectionName: string;
}): Collection<Row> =>
  // cast: methods of a collection take and give rows, so that no type of rows stands for another one
  collection as Collection<Row>;

/** The collection without the type of its rows. */
export const withoutRowType = (collection: { readonly collectionName: string }): Collection =>
  withRowType<Document>(collection);
