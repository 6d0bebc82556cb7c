// Adding, replacing and removing the links of an object (D541, D26, D49).
import type { RequestContext } from '../../context.ts';
import { checkPrecondition } from '../../resources/precondition.ts';
import { assertWritable } from '../visibility/object-permissions.ts';
import type { ObjectServices } from '../object-services.ts';
import { findVisible } from '../read-objects.ts';
import type { RelationMeta } from '../changes/link-fields.ts';
import { readLinkRequest, type LinksInput } from './link-request.ts';
import { sideNamed } from './sides.ts';
import type { LinkChange } from '../changes/link-plan.ts';

/** A changed link: as it is now, or as it was before its removal. */
export interface AffectedLink {
  id: string;
  type: string;
  meta: { relation: RelationMeta };
}

const affectedLink = ({ other, type, before, after }: LinkChange): AffectedLink[] => {
  const link = after ?? before;
  if (!link) return [];
  const relation = { priority: link.mine, inv_priority: link.theirs, params: link.params };
  return [{ id: String(other), type, meta: { relation } }];
};

/**
 * Changes the links of an object under one relation; new ones are last on both sides unless they have a position.
 * @returns the added, changed and removed links; none when no link differed
 * @throws ApiError not_found, type_conflict, invalid_data, authentication_required, forbidden, precondition_failed
 */
export async function changeLinks(
  services: ObjectServices,
  { typeName, id, relation }: { typeName: string; id: string; relation: string },
  input: LinksInput,
  context: RequestContext,
): Promise<AffectedLink[]> {
  let changed: readonly LinkChange[] = [];
  await services.writer.commit(async (unit) => {
    const found = await findVisible(services, typeName, id, context);
    const side = sideNamed(found.type, relation);
    assertWritable(found, context);
    checkPrecondition(context.precondition, found.document.revision);
    const request = await readLinkRequest(services, { found, side }, input, context);
    unit.link({ ...request, onWritten: (changes) => (changed = changes) });
  });
  return changed.flatMap(affectedLink);
}
