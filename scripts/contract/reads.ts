// Sends every GET once for each of its media types, then with conditions and ranges.
import { fillPath } from './fill-path.ts';
import { nodeAt } from '../../core/description/openapi-document.ts';
import type { Operation } from './operations.ts';
import type { RunWorld } from './run-world.ts';
import type { Answer, Session } from './session.ts';

const ok = (operation: Operation): string[] =>
  Object.keys(nodeAt(operation.responses['200'] ?? {}, 'content')).filter((mediaType) => mediaType !== '*/*');

/** @returns the first response, and those for other media types */
async function read(session: Session, operation: Operation, path: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  const mediaTypes = ok(operation);
  for (const accept of mediaTypes.length === 0 ? ['*/*'] : mediaTypes)
    answers.push(await session.send({ method: 'GET', path, headers: { accept } }));
  const first = answers[0];
  const etag = first?.headers['etag'];
  const accept = mediaTypes[0] ?? '*/*';
  const again = (headers: Record<string, string>): Promise<Answer> =>
    session.send({ method: 'GET', path, headers: { accept, ...headers } });
  if (operation.responses['304'] && etag !== undefined) await again({ 'if-none-match': etag });
  if (operation.responses['206']) await again({ range: 'bytes=0-0' });
  return answers;
}

export interface SeenRead {
  operation: Operation;
  path: string;
  answer: Answer;
}

/** Reads all resources of the run. The count of statuses covers operations without a resource. */
export async function readAll(
  session: Session,
  operations: readonly Operation[],
  world: RunWorld,
): Promise<SeenRead[]> {
  const seen: SeenRead[] = [];
  for (const operation of operations) {
    const path = operation.method === 'GET' ? fillPath(operation, world) : undefined;
    if (path === undefined) continue;
    for (const answer of await read(session, operation, path)) seen.push({ operation, path, answer });
  }
  return seen;
}
