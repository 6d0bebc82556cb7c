// The objects that a stored response shows, and who sees them: it is given again only while that is the same (D865).
import { memberOf } from '../../values.ts';
import { createHash } from 'node:crypto';
import type { MadeResource } from '../../store/idempotency-keys.ts';
import { VIEW_PROJECTION } from '../../store/rows/object-rows.ts';
import type { Store } from '../../store/store.ts';
import type { KeyedResponse } from './sealed-response.ts';

function collectIds(value: unknown, ids: Set<number>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if ((name === 'id' || name.endsWith('_id')) && /^\d{1,15}$/.test(String(member))) ids.add(Number(member));
    else collectIds(member, ids);
  }
}

function parsed(body: KeyedResponse['body']): unknown {
  try {
    return JSON.parse(body?.toString() ?? 'null');
  } catch {
    return null;
  }
}

/** Ids in the path and in the response. Those of other resources are among them, which does no harm. */
function shownIds({ body }: KeyedResponse, segments: readonly string[]): number[] {
  const ids = new Set<number>();
  for (const segment of segments) collectIds({ id: segment }, ids);
  collectIds(parsed(body), ids);
  return [...ids].sort((a, b) => a - b);
}

/** The objects that an answer shows beside those that its request made, which their maker may see in other states. */
export async function shownBeside(
  store: Pick<Store, 'objects'>,
  { answer, segments, made }: { answer: KeyedResponse; segments: readonly string[]; made: readonly MadeResource[] },
  now: Date,
): Promise<{ ids: number[]; visibility: string }> {
  const own = new Set(made.map(({ id }) => id));
  const ids = shownIds(answer, segments).filter((id) => !own.has(String(id)));
  return { ids, visibility: await visibilityOf(store, ids, now) };
}

/** What decides who sees the objects, at a moment: equal texts for an equal visibility. */
export async function visibilityOf(
  { objects }: Pick<Store, 'objects'>,
  ids: readonly number[],
  now: Date,
): Promise<string> {
  if (ids.length === 0) return '';
  const rows = await objects
    .find({ _id: { $in: [...ids] } }, { projection: VIEW_PROJECTION })
    .sort({ _id: 1 })
    .toArray();
  const views = rows.map(({ visible_from, visible_to, ...view }) => [
    visible_from <= now && now <= visible_to,
    ...Object.keys({ _id: 1, ...VIEW_PROJECTION }).map((name) => memberOf(view, name) ?? null),
  ]);
  return createHash('sha256').update(JSON.stringify(views)).digest('base64');
}
