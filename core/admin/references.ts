// References to rows by id, or in writes by name (D553).
import { invalidData, notFound, type ApiError } from '../errors.ts';
import type { Collection, Document } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { withRowType } from '../store/untyped-collection.ts';

interface Row extends Document {
  _id: number;
}

const missing = (field: string): ApiError =>
  invalidData(`/data/attributes/${field}`, `[${field}._existsIn]: This value does not exist.`);

/** @throws ApiError invalid_data */
export async function assertExists<R extends Row>(
  collection: Collection<R>,
  id: number,
  field: string,
  transaction: Transaction,
): Promise<void> {
  const row = await withRowType(collection).findOne({ _id: id }, { session: transaction, projection: { _id: 1 } });
  if (!row) throw missing(field);
}

/** A reference in a body; undefined without one, null for an empty one. */
export interface Reference {
  /** Attribute with the id, such as `endpoint_id`. */
  field: string;
  id: number | null | undefined;
  name: string | null | undefined;
}

/**
 * The id of a reference, by id or by name; undefined without either.
 * @throws ApiError invalid_data for an unknown id, or a name of another row than the id; not_found for an unknown name
 */
export async function referredId<R extends Row>(
  collection: Collection<R>,
  { field, id, name }: Reference,
  transaction: Transaction,
): Promise<number | null | undefined> {
  if (name !== undefined) {
    const row =
      name === null
        ? null
        : await withRowType<{ _id: number; name: string }>(collection).findOne({ name }, { session: transaction });
    if (name !== null && !row) throw notFound(`"${name.slice(0, 100)}"`);
    const found = row?._id ?? null;
    if (id !== undefined && id !== found) {
      throw invalidData(
        `/data/attributes/${field}`,
        `[${field}.matches]: The id and the name belong to different resources.`,
      );
    }
    return found;
  }
  if (id !== undefined && id !== null) await assertExists(collection, id, field, transaction);
  return id;
}
