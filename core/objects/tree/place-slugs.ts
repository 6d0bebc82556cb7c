// Slugs of places, which are unique among the children of a folder (D842). An object in the trash keeps its slug until
// another one in the folder takes it.
import { alreadyExists } from '../../resources/resource-type.ts';
import type { Store, TreeRow } from '../../store/store.ts';
import type { Transaction } from '../../store/transactions/transaction.ts';
import type { PlaceStep } from '../changes/place-plan.ts';

/** The form that the description gives slugs: digits only would be an id. */
export const isPlaceSlug = (slug: string): boolean => slug.length <= 255 && /^[0-9]*[a-z_-][0-9a-z_-]*$/.test(slug);

type SlugStep = PlaceStep & { slug: string };

export const givesSlug = (step: PlaceStep): step is SlugStep => typeof step.slug === 'string' && step.to !== undefined;

const taken = ({ slug, slugAt = '/data' }: SlugStep) =>
  alreadyExists(slugAt, `[slug.unique]: Another child of the folder has the slug "${slug.slice(0, 100)}".`);

const placeOf = (objectId: number, parentId: number | null | undefined): string => `${objectId}:${parentId}`;
const slugIn = (parentId: number | null | undefined, slug: string | undefined): string => `${parentId}:${slug}`;

/**
 * Takes the slugs that the steps of a request give from the places that they change, and from objects in the trash. All
 * other writes to the folders have been sent.
 * @throws ApiError already_exists for the slug of another child
 */
export async function freeSlugs(
  { trees }: Pick<Store, 'trees'>,
  steps: readonly PlaceStep[],
  transaction: Transaction,
): Promise<void> {
  const wanted = new Map<string, SlugStep>();
  for (const step of steps.filter(givesSlug)) {
    const key = slugIn(step.to, step.slug);
    if (wanted.has(key)) throw taken(step);
    wanted.set(key, step);
  }
  if (wanted.size === 0) return;
  const changing = new Set(
    steps
      .filter(({ slug, from, to }) => slug !== undefined || from !== to)
      .map(({ objectId, from }) => placeOf(objectId, from)),
  );
  const filters = [...wanted.values()].map(({ to, slug }) => ({ parent_id: to ?? null, slug }));
  const rows = await trees.find({ $or: filters }, { session: transaction }).toArray();
  const isFree = ({ object, object_id: id, parent_id: parent }: TreeRow): boolean =>
    object.trashed || changing.has(placeOf(id, parent));
  for (const row of rows) {
    const step = wanted.get(slugIn(row.parent_id, row.slug));
    if (step && !isFree(row)) throw taken(step);
  }
  if (rows.length === 0) return;
  const freed = { _id: { $in: rows.map(({ _id }) => _id) } };
  await trees.updateMany(freed, { $unset: { slug: '' } }, { session: transaction });
}
