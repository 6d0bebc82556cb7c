// Stores the (operation, status) pairs that a worker has seen, for the count at the end of a whole run
// (status-coverage.ts).
import { factsOf } from '../../../core/description/operation-facts.ts';
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { METHODS, nodeAt, type Node } from '../../../core/description/openapi-document.ts';
import { parseTarget } from '../../../core/http/request/request-target.ts';
import { createRoutingTable } from '../../../core/http/routing/routing-table.ts';
import type { Operation, OperationObject } from '../../../core/http/routing/operation.ts';
import { bundle } from '../../core/description/descriptions.ts';
import type { SeenResponse } from '../../../scripts/contract/description-check.ts';

const operations = Object.entries(nodeAt(bundle, 'paths')).flatMap(([path, item]) =>
  METHODS.flatMap((method): Operation[] => {
    const definition = (item as Node)[method] as unknown as OperationObject | undefined;
    const operationId = definition?.operationId;
    return definition && operationId
      ? [{ operationId, method, path, definition, produces: [], consumes: [], facts: factsOf(method) }]
      : [];
  }),
);
const table = createRoutingTable(operations);
const noted = new Set<string>();
const fileName = `${process.pid}-${randomUUID()}`;

/** operationId of a request in the authored description; undefined when there is none. */
export function operationOf(method: string, url: string, isTypeName: (name: string) => boolean): string | undefined {
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  try {
    const match = table.match(verb, parseTarget(url).segments, isTypeName);
    return match.kind === 'operation' ? match.operation.operationId : undefined;
  } catch {
    // The address itself is refused.
    return undefined;
  }
}

/** Adds a line `{operationId} {status}` to the file of this worker, unless it exists. */
export function noteStatus(
  { method, url, status }: Pick<SeenResponse, 'method' | 'url' | 'status'>,
  isTypeName: (name: string) => boolean,
): void {
  const folder = inject('seenStatuses');
  const operationId = operationOf(method, url, isTypeName);
  if (!folder || operationId === undefined) return;
  const line = `${operationId} ${status}\n`;
  if (noted.has(line)) return;
  noted.add(line);
  appendFileSync(path.join(folder, fileName), line);
}
