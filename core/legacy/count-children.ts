// How many objects are in the sections of a legacy answer: one read for all of them (reference/legacy.md 4.1).
import type { RequestContext } from '../context.ts';
import type { CountedLink, LegacyChildren } from '../format/legacy/object.ts';
import { requireType, concreteTypesOf, type ObjectServices } from '../objects/object-services.ts';
import type { FoundObject } from '../objects/found-object.ts';
import { FOLDERS } from '../objects/tree/tree-nodes.ts';
import { visibleOwnerFilter, visibleTypes } from '../objects/visibility.ts';
import { underTimeLimit } from '../query/page.ts';

interface Counted {
  _id: { parent: number; isSection: boolean };
  count: number;
}

const link = (count: number, url: string): CountedLink => ({ count, url });

/** @returns for each section what it tells of its children, given its own address; @throws ApiError query_too_expensive */
export async function countChildren(
  services: ObjectServices,
  found: readonly FoundObject[],
  context: RequestContext,
): Promise<Map<number, (own: string) => LegacyChildren>> {
  const sections = found.filter(({ type }) => type.name === FOLDERS).map(({ document }) => document._id);
  if (sections.length === 0) return new Map();
  const { store, clock, queryTimeLimit: maxTimeMS } = services;
  const types = concreteTypesOf(services, requireType(services, 'objects'));
  const seen = visibleOwnerFilter(visibleTypes(types, context, clock.now()));
  const rows = await underTimeLimit(
    store.trees
      .aggregate<Counted>(
        [
          { $match: { $and: [{ parent_id: { $in: sections } }, seen] } },
          {
            $group: {
              _id: { parent: '$parent_id', isSection: { $eq: ['$object.type', FOLDERS] } },
              count: { $sum: 1 },
            },
          },
        ],
        { maxTimeMS },
      )
      .toArray(),
  );
  const counts = new Map(rows.map(({ _id, count }) => [`${_id.parent}/${_id.isSection}`, count]));
  return new Map(
    sections.map((id) => [
      id,
      (own) => {
        const [inside, contents] = [counts.get(`${id}/true`) ?? 0, counts.get(`${id}/false`) ?? 0];
        return {
          ...link(inside + contents, `${own}/children`),
          contents: link(contents, `${own}/contents`),
          sections: link(inside, `${own}/sections`),
        };
      },
    ]),
  );
}
