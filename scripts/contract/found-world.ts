// Existing resources of the deployment, for a read-only run: the first of each list.
import { nameOf } from './fill-path.ts';
import { JSON_API, type Operation } from './operations.ts';
import type { RunWorld } from './run-world.ts';
import type { Made } from './send-examples.ts';
import type { Session } from './session.ts';

/** @param operations reading ones */
export async function findWorld(session: Session, operations: readonly Operation[]): Promise<RunWorld> {
  const made = new Map<string, Made>();
  const world: RunWorld = {
    suffix: '',
    made,
    sent: new Map(),
    hasPublication: false,
    treePath: () => String(made.get('folder')?.attributes['uname'] ?? ''),
    send: () => Promise.reject(new Error('a run that only reads sends no example')),
  };
  for (const operation of operations) {
    const [, list = '', parameter = ''] = /^(.+)\/\{([^}]+)\}$/.exec(operation.path) ?? [];
    const name = nameOf(operation, parameter, world);
    const hasList = operations.some(({ path, requiredQuery }) => path === list && requiredQuery.length === 0);
    if (name === undefined || !hasList || made.has(name)) continue;
    // The root folder first, with which paths of the tree begin.
    const path = `${list}?sort=id&page_size=1`;
    const { json } = await session.send({ method: 'GET', path, headers: { accept: JSON_API } });
    const [first] = (json as { data?: Made[] } | undefined)?.data ?? [];
    if (first) made.set(name, first);
  }
  return world;
}
