// User names and e-mail addresses, which have separate collections so that they are unique; credentials; jobs.
import { nameKey } from '../accounts/account-names.ts';
import { dueOf } from '../jobs/job-rows.ts';
import type { AccountNameRow, AsyncJobRow, CredentialRow, ObjectDocument } from '../store/store.ts';
import { isReserved } from '../uname.ts';
import { byId, shown, unique, type Examine, type Finding, type View } from './check.ts';

const NAMES = [
  ['username', 'usernames'],
  ['email', 'userEmails'],
] as const;
type NameField = (typeof NAMES)[number][0];

/** Each user has the rows of its names. */
export const examineUsers: Examine<ObjectDocument> = async (users, { store, transaction }) => {
  const findings: Finding[] = [];
  for (const [field, collection] of NAMES) {
    // Purged users have no names any more (D539).
    const named = users.filter((user) => typeof user[field] === 'string' && !isReserved(user.uname));
    const keyOf = (user: ObjectDocument): string => nameKey(String(user[field]));
    const rows = byId(
      await store[collection].find({ _id: { $in: named.map(keyOf) } }, { session: transaction }).toArray(),
    );
    for (const user of named) {
      const row = rows.get(keyOf(user));
      if (row?.user_id === user._id) continue;
      const mend = (view: View) =>
        view.store[collection].insertOne({ _id: keyOf(user), user_id: user._id }, { session: view.transaction });
      const what = row ? `belongs to user ${row.user_id}` : 'belongs to no user';
      const detail = `users ${user._id}: the ${field} ${shown(user[field])} ${what}`;
      findings.push({ invariant: 'account names', detail, row: user._id, ...(!row && { mend }) });
    }
  }
  return findings;
};

/** With one of their fields. */
async function usersOf(ids: readonly number[], field: string, { store, transaction }: View) {
  const options = { session: transaction, projection: { [field]: 1 } };
  return byId(
    await store
      .documents('users')
      .find({ _id: { $in: unique(ids) } }, options)
      .toArray(),
  );
}

/** Rows of names that their users do not have. */
export const examineNames =
  (field: NameField): Examine<AccountNameRow> =>
  async (rows, view) => {
    const ids = rows.map((row) => row.user_id);
    const users = await usersOf(ids, field, view);
    const stale = rows.filter((row) => {
      const name = users.get(row.user_id)?.[field];
      return typeof name !== 'string' || nameKey(name) !== row._id;
    });
    return stale.map((row) => ({
      invariant: 'account names',
      detail: `the ${field} ${shown(row._id)} belongs to user ${row.user_id}, who does not have it`,
      row: row._id,
      mend: (view: View) => {
        const names = field === 'username' ? view.store.usernames : view.store.userEmails;
        return names.deleteOne({ _id: row._id, user_id: row.user_id }, { session: view.transaction });
      },
    }));
  };

export const examineCredentials: Examine<CredentialRow> = async (rows, view) => {
  const ids = rows.map(({ _id }) => _id);
  const users = await usersOf(ids, '_id', view);
  const lost = ids.filter((id) => !users.has(id));
  const detail = (id: number): string => `there are credentials of user ${id}, who is gone`;
  return lost.map((id) => ({ invariant: 'account names', detail: detail(id), row: id }));
};

const timeOf = (date: Date | null): number | null => date?.getTime() ?? null;

/** A job has a due date, except one whose wait for a user's reaction has expired. */
export const examineJobs: Examine<AsyncJobRow> = (rows) => {
  const wrong = rows.filter((job) => {
    const isEnded = job.due === null && job.secret_hash !== undefined;
    return !isEnded && timeOf(job.due) !== timeOf(dueOf(job));
  });
  const findings = wrong.map((job): Finding => {
    const due = dueOf(job);
    const mend = ({ store, transaction }: View) =>
      store.asyncJobs.updateOne({ _id: job._id }, { $set: { due } }, { session: transaction });
    const detail = `job ${job._id} is due ${shown(job.due)}, should be ${shown(due)}`;
    return { invariant: 'jobs', detail, row: job._id, mend };
  });
  return Promise.resolve(findings);
};
