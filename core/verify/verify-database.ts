// Checks every invariant of a database and its files in one pass, in batches by id. Each batch is read in its own
// snapshot, so that concurrent writes cause no false reports. Derived values are repaired on request, in a transaction
// that checks again; passes are repeated until no repairable fault is left, since one repair may reveal another fault.
import { setTimeout as sleep } from 'node:timers/promises';
import { concreteTypes } from '../model/apply-model-change.ts';
import { inSlices } from '../store/connection/decode-in-slices.ts';
import { raiseEverything } from '../store/exact-cache/versions.ts';
import {
  documentsCollectionName,
  type DirectUploadRow,
  type Document,
  type StreamRow,
  type UploadTokenRow,
} from '../store/store.ts';
import { Contention, inSnapshot, isDuplicateKey, type Transaction } from '../store/transactions/transaction.ts';
import {
  modelReader,
  type Examine,
  type Finding,
  type Scan,
  type VerifiedDatabase,
  type View,
  type WholeCheck,
} from './check.ts';
import { checkAudit } from './check-audit.ts';
import { checkIndexes, checkModel } from './check-model.ts';
import {
  checkSequences,
  checkTotals,
  checkUsage,
  streamsOfTokens,
  tallyUsage,
  type UsageTally,
} from './check-totals.ts';
import { examineCredentials, examineJobs, examineNames, examineUsers } from './examine-accounts.ts';
import { examineAnnotations, examinePermissions, examineTranslations } from './examine-copies.ts';
import { examineDocuments } from './examine-documents.ts';
import {
  KeySet,
  examineStreams,
  examineThumbnails,
  examineUploadTokens,
  findStrayFiles,
  keysOf,
  streamBytes,
  thumbnailBytes,
  type BytesOptions,
} from './examine-files.ts';
import { examineLinks } from './examine-links.ts';
import { examinePlaces } from './examine-places.ts';
import { scanOfRows, type Tally } from './examine-rows.ts';

const BATCH_SIZE = 200;

/** The maximum depth of the tree: inherited permissions are corrected by one level in a pass. */
const MAX_PASSES = 110;

export interface BrokenInvariant extends Omit<Finding, 'mend'> {
  mended: boolean;
}

export interface VerifyOptions {
  repair: boolean;
  /** Checks only whether files exist. */
  quick: boolean;
  /** Rows a second; without it as many as can be read. */
  rate?: number | undefined;
  /** MB of files a second; without it as many as can be read. */
  fileRate?: number | undefined;
  onFault?: (fault: BrokenInvariant) => void;
  /** @param done rows so far of about `total` */
  onProgress?: (done: number, total: number, what: string) => void;
  signal?: AbortSignal | undefined;
}

export interface VerifyResult {
  rows: number;
  passes: number;
  /** Remaining faults. */
  left: number;
  mended: number;
}

/** Waits so that the work does not exceed a rate. */
function createPace(perSecond: number | undefined): (amount: number) => Promise<void> {
  let due = performance.now();
  return async (amount) => {
    if (perSecond === undefined) return;
    due = Math.max(due, performance.now() - 1_000) + (amount / perSecond) * 1_000;
    const wait = due - performance.now();
    if (wait > 5) await sleep(wait);
  };
}

interface Stage extends Scan {
  /** Checks data outside of snapshots, and reads faulty rows again separately. */
  outside?(rows: readonly Document[], database: VerifiedDatabase): Promise<Finding[]>;
}

const bothOf =
  <Row>(first: Examine<Row>, second: Examine<Row>): Examine<Row> =>
  async (rows, view) => [...(await first(rows, view)), ...(await second(rows, view))];

/** The checks of a pass, in their order: sources come before values derived from them. */
function stagesOf(
  types: readonly string[],
  bytes: BytesOptions,
): { scans: Stage[]; checks: WholeCheck[]; strays(database: VerifiedDatabase): Promise<Finding[]> } {
  const objects: Tally = new Map();
  const usage: UsageTally = new Map();
  const keys = new KeySet();
  const named =
    <Row>(keysIn: (rows: readonly Row[]) => readonly string[]) =>
    (rows: readonly Row[]) => {
      for (const key of keysIn(rows)) keys.add(key);
    };
  const documents = types.map((name): Stage => ({
    collection: documentsCollectionName(name),
    examine: name === 'users' ? bothOf(examineDocuments(name), examineUsers) : examineDocuments(name),
  }));
  const scans: Stage[] = [
    ...documents,
    scanOfRows(objects),
    { collection: 'trees', examine: examinePlaces },
    { collection: 'object_relations', examine: examineLinks },
    { collection: 'translations', examine: examineTranslations },
    { collection: 'annotations', examine: examineAnnotations },
    { collection: 'object_permissions', examine: examinePermissions },
    {
      collection: 'streams',
      examine: examineStreams,
      outside: streamBytes(bytes),
      tally(rows: readonly StreamRow[]) {
        named(keysOf.streams)(rows);
        tallyUsage(usage, rows);
      },
    },
    {
      collection: 'thumbnails',
      examine: examineThumbnails,
      outside: thumbnailBytes(bytes),
      tally: named(keysOf.thumbnails),
    },
    {
      collection: 'upload_tokens',
      examine: examineUploadTokens,
      tally(rows: readonly (UploadTokenRow | DirectUploadRow)[]) {
        named(keysOf.upload_tokens)(rows);
        tallyUsage(usage, streamsOfTokens(rows));
      },
    },
    { collection: 'unclaimed_files', examine: () => Promise.resolve([]), tally: named(keysOf.unclaimed_files) },
    { collection: 'usernames', examine: examineNames('username') },
    { collection: 'user_emails', examine: examineNames('email') },
    { collection: 'credentials', examine: examineCredentials, projection: { _id: 1 } },
    { collection: 'async_jobs', examine: examineJobs, projection: { payload: 0, results: 0 } },
  ];
  const checks = [checkModel, checkIndexes, checkTotals(objects), checkUsage(usage), checkSequences, checkAudit];
  return { scans, checks, strays: (database) => findStrayFiles(database, keys) };
}

type Pass = Record<'found' | 'mended' | 'rows', number>;

/** Reports faults, and repairs them on request. */
function createSettlement(
  store: VerifiedDatabase['store'],
  viewIn: (transaction: Transaction) => Promise<View>,
  { repair, onFault }: Pick<VerifyOptions, 'repair' | 'onFault'>,
) {
  /** Faults that cannot be repaired are found in each pass and reported in the first one. */
  const reported = new Set<string>();
  const say = (pass: Pass, { invariant, detail, row }: Finding, mended: boolean): void => {
    if (mended) pass.mended++;
    else pass.found++;
    if (!mended && reported.has(detail)) return;
    if (!mended) reported.add(detail);
    onFault?.({ invariant, detail, row, mended });
  };

  /** In a transaction that checks again: the fault may have been repaired since. @returns the repairs */
  const mendAgain = (again: (view: View) => Promise<Finding[]>): Promise<Finding[]> =>
    store.transaction(async (transaction) => {
      const view = await viewIn(transaction);
      const findings = (await again(view)).filter((finding) => finding.mend);
      // Several faults may be repaired by one write.
      for (const mend of new Set(findings.map((finding) => finding.mend))) await mend?.(view);
      if (findings.length > 0) await raiseEverything(store.objectCounts, transaction);
      return findings;
    });

  async function settle(
    pass: Pass,
    findings: readonly Finding[],
    again: (view: View) => Promise<Finding[]>,
  ): Promise<void> {
    if (findings.length === 0) return;
    const mendable = repair ? findings.filter((finding) => finding.mend) : [];
    for (const finding of findings) if (!mendable.includes(finding)) say(pass, finding, false);
    if (mendable.length === 0) return;
    try {
      for (const finding of await mendAgain(again)) say(pass, finding, true);
    } catch (error) {
      // The repair is blocked: another row has the name, or the rows keep changing.
      if (!isDuplicateKey(error) && !(error instanceof Contention)) throw error;
      for (const finding of mendable) say(pass, finding, false);
    }
  }

  return { say, settle };
}

/** Verifies by one call of `run`; a second one verifies again. */
function createVerifier(database: VerifiedDatabase, options: VerifyOptions) {
  const { store } = database;
  const { repair, signal, onProgress } = options;
  const readModel = modelReader(store);
  const pace = createPace(options.rate);
  const bytes: BytesOptions = {
    quick: options.quick,
    pace: createPace(options.fileRate === undefined ? undefined : options.fileRate * 1_000_000),
  };

  const viewIn = async (transaction: Transaction): Promise<View> => ({
    ...database,
    transaction,
    ...(await readModel(transaction)),
  });

  const { say, settle } = createSettlement(store, viewIn, options);

  async function scan(pass: Pass, stage: Stage, total: number): Promise<void> {
    const collection = store.db.collection<Document>(stage.collection);
    const find = (filter: Document, transaction: Transaction) =>
      inSlices(
        collection.find(filter, { session: transaction, ...(stage.projection && { projection: stage.projection }) }),
      );
    for (let last: unknown; ;) {
      signal?.throwIfAborted();
      const after = last === undefined ? {} : { _id: { $gt: last } };
      const { rows, findings } = await inSnapshot(store.client, async (transaction) => {
        const rows = await find(after, transaction).sort({ _id: 1 }).limit(BATCH_SIZE).toArray();
        return { rows, findings: rows.length > 0 ? await stage.examine(rows, await viewIn(transaction)) : [] };
      });
      stage.tally?.(rows);
      await settle(pass, findings, async (view) => {
        const ids = findings.filter((finding) => finding.mend).map((finding) => finding.row);
        return stage.examine(await find({ _id: { $in: ids } }, view.transaction).toArray(), view);
      });
      const others = (await stage.outside?.(rows, database)) ?? [];
      await settle(pass, others, () => Promise.resolve(others));
      pass.rows += rows.length;
      onProgress?.(pass.rows, total, stage.collection);
      if (rows.length < BATCH_SIZE) return;
      last = rows.at(-1)?._id;
      await pace(rows.length);
    }
  }

  async function checkWhole(pass: Pass, check: WholeCheck): Promise<void> {
    signal?.throwIfAborted();
    const findings = await inSnapshot(store.client, async (transaction) => check.find(await viewIn(transaction)));
    if (!check.outside) return settle(pass, findings, (view) => check.find(view));
    for (const finding of findings) {
      const view = { ...database, ...(await inSnapshot(store.client, viewIn)) };
      const mend = repair ? finding.mend?.(view) : undefined;
      const done = mend?.then(
        () => true,
        () => false,
      );
      say(pass, finding, (await done) ?? false);
    }
  }

  return async (): Promise<Pass> => {
    const pass = { found: 0, mended: 0, rows: 0 };
    const { model } = await inSnapshot(store.client, viewIn);
    const { scans, checks, strays } = stagesOf([...concreteTypes(model).keys()], bytes);
    const counts = scans.map(({ collection }) => store.db.collection(collection).estimatedDocumentCount());
    const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    for (const stage of scans) await scan(pass, stage, total);
    for (const check of checks) await checkWhole(pass, check);
    const stray = await strays(database);
    await settle(pass, stray, () => Promise.resolve(stray));
    return pass;
  };
}

/** @throws Error of one line for a database without a model; errors of the database */
export async function verifyDatabase(database: VerifiedDatabase, options: VerifyOptions): Promise<VerifyResult> {
  const run = createVerifier(database, options);
  let pass = await run();
  const result: VerifyResult = { rows: pass.rows, passes: 1, left: pass.found, mended: pass.mended };
  while (pass.mended > 0 && result.passes < MAX_PASSES) {
    pass = await run();
    result.passes++;
    result.left = pass.found;
    result.mended += pass.mended;
  }
  return result;
}
