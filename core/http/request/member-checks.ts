// The checks of the bodies of all operations (core/http/request/body-members.ts), each made at its first use.
import { memberCheck } from './body-members.ts';
import { shownMeta } from './identifier-members.ts';
import type { Operation } from '../routing/operation.ts';

/** What the check needs of the description. */
export interface MemberChecks {
  /** The check of the bodies of an operation; undefined when it has no members to check. */
  of(operation: Operation): ReturnType<typeof memberCheck>;
  /** The operation that reads at the same path. */
  reading(operation: Operation): Operation | undefined;
}

export function createMemberChecks(operations: readonly Operation[]): MemberChecks {
  const shown = shownMeta(operations);
  const readings = new Map(operations.flatMap((each) => (each.method === 'get' ? [[each.path, each]] : [])));
  const checks = new Map<Operation, ReturnType<typeof memberCheck>>();
  const reading = ({ path }: Operation): Operation | undefined => readings.get(path);
  return {
    reading,
    of(operation) {
      if (!checks.has(operation)) {
        const isWrite = operation.consumes.length > 0;
        checks.set(operation, memberCheck(operation, { reading: isWrite ? reading(operation) : undefined, shown }));
      }
      return checks.get(operation);
    },
  };
}
