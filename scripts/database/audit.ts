/** Writes the audit trail of a database as JSON lines, or removes its oldest rows (`npm run tool -- audit`). */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { appendToAudit, type AuditRow } from '../../core/store/history/audit-trail.ts';
import type { Store } from '../../core/store/store.ts';
import { CommandError, HELP, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { withDatabase } from './open-database.ts';

const help = `Usage: npm run tool -- audit [options]

Writes the audit trail to the standard output, a JSON object on each line, oldest first. At the end the number and the hash of
the last row are written to the standard error: keep them elsewhere, since they show whether the trail was forged.
npm run verify checks the chain.

  --from DATE            only rows from then on, such as 2026-01-01
  --to DATE              only rows before then
  --remove-before DATE   removes the rows before then instead, and adds a row that records this; write them to a file first
  --help                 shows this

The database is that of this folder's settings (MONGODB_URI, or the data in DATA_DIR). The service may be running.
The exit code is 0, or 1 when it could not run.`;

const options = { from: TEXT, to: TEXT, 'remove-before': TEXT, help: HELP };

/** @throws CommandError */
function readDate(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new CommandError(`--${name} is a date, such as 2026-01-01: see --help`);
  return date;
}

const asJson = ({ before, after, ...row }: AuditRow): string => {
  const values = [before, after].map((text) => (text === null ? null : (JSON.parse(text) as unknown)));
  return `${JSON.stringify({ ...row, before: values[0], after: values[1] })}\n`;
};

async function exportRows(
  { auditTrail, auditHead }: Store,
  from: Date | undefined,
  to: Date | undefined,
): Promise<void> {
  const at = { ...(from && { $gte: from }), ...(to && { $lt: to }) };
  const rows = auditTrail.find(from || to ? { at } : {}).sort({ _id: 1 });
  for await (const row of rows) if (!process.stdout.write(asJson(row))) await once(process.stdout, 'drain');
  const head = await auditHead.findOne({ _id: 'audit' });
  console.error(`last row ${head?.version ?? 0}, hash ${head?.hash ?? ''}`);
}

/** From the beginning up to the first row that stays; the chain begins with that from then on. */
function removeRows({ transaction: run, auditTrail, auditHead }: Store, before: Date): Promise<number> {
  return run(async (transaction) => {
    const inTransaction = { session: transaction };
    const stays = await auditTrail.findOne({ at: { $gte: before } }, { ...inTransaction, sort: { _id: 1 } });
    const old = stays ? { _id: { $lt: stays._id } } : {};
    const last = await auditTrail.findOne(old, { ...inTransaction, sort: { _id: -1 } });
    if (!last) return 0;
    const { deletedCount } = await auditTrail.deleteMany(old, inTransaction);
    const start = { first: last._id + 1, first_previous: last.hash };
    await auditHead.updateOne({ _id: 'audit' }, { $set: start }, inTransaction);
    const removed = { before: before.toISOString(), rows: deletedCount, last: last._id, hash: last.hash };
    const nobody = { resource_type: null, resource_id: null, user_id: null, application_id: null, request_id: null };
    const entry = { at: new Date(), event: 'audit_removed', ...nobody, address: '', before: null };
    await appendToAudit({ auditTrail, auditHead }, [{ ...entry, after: JSON.stringify(removed) }], transaction);
    return deletedCount;
  });
}

await runCommandLine({ help, read: () => parseArgs({ options }), fail: inLines('audit') }, async ({ values }) => {
  const before = readDate('remove-before', values['remove-before']);
  const [from, to] = [readDate('from', values.from), readDate('to', values.to)];
  if (before && (from || to)) throw new CommandError('--remove-before goes with no other option: see --help');
  await withDatabase(async ({ store }) => {
    if (before) console.log(`removed ${await removeRows(store, before)} rows`);
    else await exportRows(store, from, to);
  });
});
