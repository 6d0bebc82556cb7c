// Objects of an empty database, without an author.
import { FIRST_USER_ID } from '../access/access-rules.ts';
import { fold } from '../query/search-terms.ts';
import type { Store } from '../store/store.ts';
import type { Transaction } from '../store/transactions/transaction.ts';
import { withAudiences } from '../objects/visibility/audiences.ts';
import { versionOf } from '../store/history/changes.ts';
import { publicationBounds } from '../objects/visibility/visibility.ts';

interface SeedObject {
  id: number;
  type: string;
  uname: string;
  title?: string;
  /** Attributes of its type. */
  own?: Readonly<Record<string, unknown>>;
  /** Search text in addition to the title. */
  text?: string;
  /** Members of its change row other than uname, title and status. */
  changed: Readonly<Record<string, unknown>>;
}

/** Inserts the document and all rows that every object has, `on` and public. */
export async function insertSeedObject(
  store: Store,
  { id, type, uname, title, own = {}, text = '', changed }: SeedObject,
  { now, transaction }: { now: Date; transaction: Transaction },
): Promise<void> {
  const base = withAudiences({
    _id: id,
    type,
    uname,
    title: title ?? null,
    description: null,
    status: 'on' as const,
    lang: null,
    publish_start: null,
    publish_end: null,
    ...publicationBounds(null, null),
    locked: false,
    trashed: false,
    created: now,
    modified: now,
    published: now,
    created_by: FIRST_USER_ID,
    modified_by: FIRST_USER_ID,
    revision: 1,
  });
  const search = { title: fold(title ?? ''), description: '', text: fold(text) };
  await store.documents(type).insertOne({ ...base, ...own }, { session: transaction });
  await store.objects.insertOne({ ...base, search }, { session: transaction });
  await store.objectCounts.updateOne({ _id: `${type}:0` }, { $inc: { 'n.on': 1 } }, { session: transaction });
  const change = { resource_type: 'objects', resource_id: String(id), user_action: 'create' as const };
  const nobody = { user_id: null, application_id: null };
  const attributes = { uname, ...(title !== undefined && { title }), status: base.status, ...changed };
  const version = versionOf(base, base.revision);
  await store.changes.insertOne(
    { ...change, ...nobody, created: now, changed: attributes, version },
    { session: transaction },
  );
}
