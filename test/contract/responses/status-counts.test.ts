// The report of `npm run contract` about statuses (scripts/contract/report/statuses.ts).
import { expect, it } from 'vitest';
import type { Operation } from '../../../scripts/contract/operations.ts';
import { createReport } from '../../../scripts/contract/report/report.ts';
import type { Session } from '../../../scripts/contract/session.ts';
import { countStatuses } from '../../../scripts/contract/report/statuses.ts';

const operation = (operationId: string, ...statuses: string[]): Operation => ({
  operationId,
  method: 'GET',
  path: `/${operationId}/{id}`,
  parameters: ['id'],
  query: [],
  requiredQuery: [],
  bodies: {},
  responses: Object.fromEntries(statuses.map((status) => [status, {}])),
});

it('statuses are counted, and unreachable ones are reported with their reasons', () => {
  const report = createReport(['statuses']);
  const requested = [operation('listA', '200', '429', '500'), operation('listB', '200', '404', '429')];
  const reached = new Set(['listA 200', 'listB 200']);
  const coverage = { requested, twins: [operation('listC', '200')] };
  countStatuses(coverage, { reached } as Partial<Session> as Session, report);
  expect(report.notes()).toEqual([
    '2 of 3 operations requested (the others are the same of other types): 6 statuses documented, 2 reached, 3 out of reach, 1 missing',
    'out of reach: 429 of 2 operations, which needs a limit of requests or sign-ins to be passed, which would lock others out',
    'out of reach: 500 of 1 operation, which is a fault of the service itself',
  ]);
});

it('a run that only reads leaves out what is answered about content that is not there', () => {
  const report = createReport(['statuses']);
  const requested = [operation('listA', '200', '304', '404'), operation('listB', '200', '206', '304', '416')];
  const reached = new Set(['listA 404', 'listB 200']);
  countStatuses({ requested, twins: [], readOnly: true }, { reached } as Partial<Session> as Session, report);
  const rows = report.rows().map(({ operation: of, failures, skipped }) => [of, failures.length, skipped]);
  expect(rows).toEqual([
    ['listA', 0, 'nothing there to answer 304 about'],
    ['listB', 2, 'nothing there to answer 206 about'],
  ]);
});
