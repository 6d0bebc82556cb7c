// Earlier versions of a file: shown to callers who could see the object until the file was replaced, and can now (D760).
import type { RequestContext } from '../../context.ts';
import { contentTypes, type ObjectServices } from '../../objects/object-services.ts';
import {
  isVisible,
  mayRead,
  visibilityFor,
  visibleOwnerFilter,
  visibleTypes,
} from '../../objects/visibility/visibility.ts';
import type { StreamRow } from '../../store/store.ts';

type Services = Pick<ObjectServices, 'modelService' | 'clock'>;
type Reader = Pick<RequestContext, 'access' | 'caller'>;

/** Roles of a past state count even if no object has permissions now. */
const withRoles = ({ access, caller }: Reader): Reader => ({
  caller,
  access: { ...access, hasObjectPermissions: true },
});

/** Condition on streams of objects: not replaced, or replaced while the caller could see the object. */
export const pastStreamsFilter = (services: Services, reader: Reader): Record<string, unknown> => ({
  $or: [
    { past: null },
    visibleOwnerFilter(visibleTypes(contentTypes(services), withRoles(reader), services.clock.now()), 'past'),
  ],
});

/** The same for a row. */
export function couldSeeStream(services: Services, { past, object_id: id }: StreamRow, reader: Reader): boolean {
  const type = past && contentTypes(services).find(({ name }) => name === past.type);
  if (!past || id === null) return true;
  const visibility = type && visibilityFor(type, reader, services.clock.now());
  return visibility !== undefined && isVisible({ ...past, _id: id }, visibility) && mayRead(past, reader.caller);
}
