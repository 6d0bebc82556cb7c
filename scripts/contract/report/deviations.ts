// Intended deviations of responses from JSON:API 1.1, each with the reason. They are counted, and are no failures.
import type { Operation } from '../operations.ts';

export interface Deviation {
  /** The start of a fault (json-api.ts). */
  fault: RegExp;
  of: (operation: Operation) => boolean;
  reason: string;
}

const DEVIATIONS: readonly Deviation[] = [
  {
    fault: /^Top Level: there is neither data, errors nor meta$/,
    of: ({ method, path }) => method !== 'GET' && path.includes('/relationships/'),
    reason: 'changes of relationships without attributes return links only, as described',
  },
  {
    fault: /^(?:Identification|Resource Objects): /,
    of: ({ operationId }) => operationId === 'editObjects',
    reason: 'data of /bulk/edit is {saved, errors} (D165)',
  },
];

export const deviationOf = (operation: Operation | undefined, fault: string): Deviation | undefined =>
  operation && DEVIATIONS.find((deviation) => deviation.fault.test(fault) && deviation.of(operation));
