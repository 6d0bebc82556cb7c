// The operations that a run covers: each template once, and all operations of the run's own type. Those of other types
// and relations are copies from the same template, handled by the same code.
import { templateOf, type Operation } from './operations.ts';
import type { Session } from './session.ts';

export interface Coverage {
  requested: readonly Operation[];
  /** A copy of a covered one, for another type or relation. */
  twins: readonly Operation[];
  /** The run has created no resource for it. */
  readOnly?: true;
}

async function namesAt(session: Session, path: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { json } = await session.send({ method: 'GET', path: `${path}?page_size=100&page=${page}` });
    const body = json as {
      data?: { attributes: Record<string, unknown> }[];
      meta?: { pagination?: { page_count?: number } };
    };
    rows.push(...(body?.data ?? []).map(({ attributes }) => attributes));
    last = body?.meta?.pagination?.page_count ?? 1;
  }
  return rows;
}

/** Documents have most features, images have files as well. */
const PREFERRED = [/^\/documents(\/|$)/, /^\/images(\/|$)/, /^\/folders(\/|$)/];

function rank({ path }: Operation): number {
  const place = PREFERRED.findIndex((pattern) => pattern.test(path));
  // The type of the examples.
  return (place < 0 ? PREFERRED.length : place) * 2 + (path.endsWith('/see_also') ? 0 : 1);
}

/** @param ownType its operations are covered as well; undefined for a read-only run */
export async function chooseOperations(session: Session, ownType: string | undefined): Promise<Coverage> {
  const types = new Set((await namesAt(session, '/model/object_types')).map((type) => String(type['name'])));
  // Theirs are hand-written.
  for (const name of ['objects', 'users', 'folders']) types.delete(name);
  const rows = await namesAt(session, '/model/relations');
  const relations = new Set(rows.flatMap((row) => [String(row['name']), String(row['inverse_name'])]));
  await session.reload();
  const byTemplate = new Map<string, Operation>();
  const operations = session.operations();
  for (const operation of [...operations].sort((a, b) => rank(a) - rank(b))) {
    const isOwn = operation.path.split('/')[1] === ownType;
    const template = `${isOwn ? 'own' : ''} ${templateOf(operation, { types, relations })}`;
    if (!byTemplate.has(template)) byTemplate.set(template, operation);
  }
  const requested = new Set(byTemplate.values());
  const isRequested = (operation: Operation): boolean => requested.has(operation);
  return {
    requested: operations.filter(isRequested),
    twins: operations.filter((operation) => !isRequested(operation)),
  };
}
