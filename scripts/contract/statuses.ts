// Which documented statuses were reached.
import type { Coverage } from './coverage.ts';
import type { Report } from './report.ts';
import type { Session } from './session.ts';
import { reasonFor } from './unreachable.ts';

export interface StatusCounts {
  operations: number;
  documented: number;
  reached: number;
  listed: number;
  missing: string[];
}

export function countStatuses({ asked, twins, readOnly }: Coverage, session: Session, report: Report): StatusCounts {
  const counts: StatusCounts = { operations: asked.length, documented: 0, reached: 0, listed: 0, missing: [] };
  for (const operation of asked) {
    const { operationId } = operation;
    for (const status of Object.keys(operation.responses)) {
      counts.documented++;
      if (session.reached.has(`${operationId} ${status}`)) {
        counts.reached++;
        report.pass('statuses', operationId);
      } else if (reasonFor(operation, status) !== undefined) counts.listed++;
      else if (readOnly && status.startsWith('2'))
        report.skip('statuses', operationId, `nothing there to answer ${status} about`);
      else {
        counts.missing.push(`${operationId} ${status}`);
        report.fail('statuses', operationId, {
          title: `${status} is not reached`,
          detail: `no request was answered ${status}`,
        });
      }
    }
  }
  report.note(
    `${counts.operations} operations (${twins.length} more are the same of other types), ${counts.documented} statuses documented, ` +
      `${counts.reached} reached, ${counts.listed} listed as out of reach, ${counts.missing.length} missing`,
  );
  return counts;
}
