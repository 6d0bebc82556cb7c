// Versions are read on their index, regardless of their number and size (D505), in a few commands.
import { beforeAll, expect, it } from 'vitest';
import type { ChangeRow } from '../../../core/store/history/changes.ts';
import { BACKGROUND_COMMENT } from '../../../core/store/recorded/event-rows.ts';
import { profiled, type Profiled } from '../../support/database/profiled.ts';
import { type ResourceData, serviceForTests } from '../../support/service.ts';
import { at } from '../../support/database/versions.ts';

const VERSIONS = 400;

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });
let made: ResourceData;
beforeAll(async () => {
  made = await test.editor.create('/documents', { title: 'Often changed', status: 'on' });
  const { changes, db } = test.service.services.store;
  const first = await changes.findOne({ resource_id: made.id });
  if (!first?.version) throw new Error('no version');
  const { _id, version, ...row } = first;
  void _id;
  const rows = Array.from({ length: VERSIONS - 1 }, (_, n): ChangeRow => {
    const status = n % 2 ? 'on' : 'draft';
    const changed = { title: `Version ${n + 2}`, body: 'x'.repeat(1000), status };
    return { ...row, user_action: 'update', changed, version: { ...version, status, number: n + 2 } };
  });
  // Another object has as many, and rows of another kind have the same id.
  const others = rows.map((each) => ({ ...each, resource_id: '9000001' }));
  const roles = rows.map(({ version: _of, ...each }) => ({ ...each, resource_type: 'roles' }));
  await changes.insertMany([...rows, ...others, ...roles]);
  await db
    .collection('documents.documents')
    .updateOne({ _id: Number(made.id) as never }, { $set: { revision: VERSIONS } });
});

async function readsOf(path: string, client = test.editor): Promise<Profiled[]> {
  const { db } = test.service.services.store;
  const read = async () => {
    const answer = await client.get(encodeURI(path));
    expect([answer.status, answer.body]).toEqual([200, answer.body]);
  };
  // The numbering of events runs continuously.
  return profiled(db, read, { ns: `${db.databaseName}.changes`, 'command.comment': { $ne: BACKGROUND_COMMENT } });
}

it.each([
  ['', 20],
  ['?sort=-number', 20],
  ['?page_size=50&page=4', 50],
  ['?page_size=50&page[after]=', 50],
  ['?page_size=50&page[total]=none&filter[number][gt]=300', 50],
])('a page reads no more rows than it shows: %s', async (query, rows) => {
  for (const client of [test.editor, test.anonymous]) {
    const reads = await readsOf(at(made, query), client);
    expect(reads.length).toBeGreaterThan(1);
    for (const { planSummary, hasSortStage } of reads) {
      expect(planSummary).toContain('version.number');
      expect(hasSortStage).toBeFalsy();
    }
    const documents = reads.map(({ docsExamined = 0 }) => docsExamined).reduce((a, b) => a + b, 0);
    expect(documents).toBeLessThanOrEqual(rows + 1);
    expect(Math.max(...reads.map(({ keysExamined = 0 }) => keysExamined))).toBeLessThanOrEqual(VERSIONS + 1);
    expect(reads.length).toBeLessThanOrEqual(3);
  }
});

it('a version reads the rows up to it, in two commands', async () => {
  const reads = await readsOf(at(made, '/40'));
  expect(reads.length).toBe(2);
  for (const { planSummary, hasSortStage, docsExamined } of reads) {
    expect(planSummary).toContain('version.number');
    expect(hasSortStage).toBeFalsy();
    expect(docsExamined).toBeLessThanOrEqual(40);
  }
});
