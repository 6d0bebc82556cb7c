// The body of a message: a CloudEvent whose data have the object as a role reads it at this moment.
import { ApiError } from '../errors.ts';
import type { RequestContext } from '../context.ts';
import { cloudEvent } from '../format/cloud-event.ts';
import type { ShownEvent } from '../objects/feed/shown-events.ts';
import type { WebhookRow } from '../store/webhook-rows.ts';

/** A list of one type, as JSON:API answers it. */
export type ReadList = (
  type: string,
  query: Readonly<Record<string, unknown>>,
  context: RequestContext,
) => Promise<{ data: readonly unknown[]; included?: readonly unknown[] | undefined }>;

export interface WebhookReader {
  readList: ReadList;
  /** Somebody who has a role. */
  callerOf(roleId: number | null): RequestContext;
  /** Base of the addresses of the service. */
  base(): string;
}

type Asked = Pick<WebhookRow, 'filter' | 'fields' | 'include' | 'role_id'>;

/** These say that an object is gone; there is nothing to read. */
const ENDS: ReadonlySet<string> = new Set(['deleted', 'removed', 'unpublished']);

/** @throws ApiError as the list does */
export const readAs = (
  { readList, callerOf }: WebhookReader,
  { filter, fields, include, role_id }: Asked,
  { type, id }: { type: string; id?: string },
) =>
  readList(
    type,
    {
      filter: { ...filter, ...(id !== undefined && { id }) },
      ...(fields !== null && { fields }),
      ...(include !== null && { include }),
      page_size: 1,
    },
    callerOf(role_id),
  );

/** @returns undefined for an object that the filter does not leave */
export async function webhookBody(
  reader: WebhookReader,
  hook: Asked,
  event: ShownEvent,
): Promise<string | undefined> {
  const { data, ...rest } = cloudEvent(event, reader.base());
  const isRead = event.about === 'object' && !ENDS.has(event.event);
  if (!isRead) return JSON.stringify({ ...rest, data: { ...data, document: null } });
  try {
    const { data: found, included } = await readAs(reader, hook, { type: event.type, id: event.subject });
    if (found.length === 0) return undefined;
    const document = { data: found[0], ...(included && { included }) };
    return JSON.stringify({ ...rest, data: { ...data, document } });
  } catch (error) {
    // A filter or an include that the type does not know.
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}
