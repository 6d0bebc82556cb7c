// Which documented statuses were reached.
import type { Coverage } from '../coverage.ts';
import type { Report } from './report.ts';
import type { Session } from '../session.ts';
import { reasonFor } from './unreachable.ts';

/** Answered about what is there, as 2xx are. */
const OF_CONTENT = new Set(['304', '416']);

/** Number of statuses that clients cannot provoke, by reason. */
function outOfReach(listed: ReadonlyMap<string, Set<string>>): string[] {
  return [...listed].map(([reason, statuses]) => {
    const codes = [...new Set([...statuses].map((each) => each.split(' ')[1]))].sort();
    const count = statuses.size === 1 ? '1 operation' : `${statuses.size} operations`;
    return `out of reach: ${codes.join(', ')} of ${count}, which ${reason}`;
  });
}

export function countStatuses({ requested, twins, readOnly }: Coverage, session: Session, report: Report): void {
  const counts = { documented: 0, reached: 0, listed: 0, missing: 0 };
  const listed = new Map<string, Set<string>>();
  for (const operation of requested) {
    const { operationId } = operation;
    const statuses = Object.keys(operation.responses);
    const isThere = statuses.some(
      (status) => status.startsWith('2') && session.reached.has(`${operationId} ${status}`),
    );
    for (const status of statuses) {
      counts.documented++;
      const reason = reasonFor(operation, status);
      if (session.reached.has(`${operationId} ${status}`)) {
        counts.reached++;
        report.pass('statuses', operationId);
      } else if (reason !== undefined) {
        counts.listed++;
        listed.set(reason, (listed.get(reason) ?? new Set()).add(`${operationId} ${status}`));
      } else if (readOnly && (status.startsWith('2') || (OF_CONTENT.has(status) && !isThere)))
        report.skip('statuses', operationId, `nothing there to answer ${status} about`);
      else {
        counts.missing++;
        report.fail('statuses', operationId, {
          title: `${status} is not reached`,
          detail: `no request was answered ${status}`,
        });
      }
    }
  }
  report.note(
    `${requested.length} of ${requested.length + twins.length} operations requested (the others are the same of other types): ` +
      `${counts.documented} statuses documented, ${counts.reached} reached, ${counts.listed} out of reach, ${counts.missing} missing`,
  );
  for (const line of outOfReach(listed)) report.note(line);
}
