// `/admin/webhooks` (D654): where events are sent to, and as whom their objects are read.
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';
import { isPage } from '../config/reach.ts';
import { lastNumber } from '../events/event-numbering.ts';
import { parseUrl } from '../parse-url.ts';
import { requireType, type ObjectServices } from '../objects/object-services.ts';
import { defineResource, type DefinedResource, type InputOf } from '../resources/define-resource.ts';
import { changeRow, findRow } from '../resources/resource-type.ts';
import { rowOperations, rowReads, type RowOperations, type RowReads } from '../resources/row-operations.ts';
import { ownTransaction, writeRows } from '../resources/write-rows.ts';
import type { Store } from '../store/store.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../store/webhook-rows.ts';
import { assertPublicHost } from './private-addresses.ts';
import { readAs, type WebhookReader } from './webhook-body.ts';

/** How long a secret that was replaced signs as well. */
const OVERLAP_MS = 86_400_000;

export interface WebhookServices {
  store: Store;
  clock: Clock;
  objects: ObjectServices;
  reader: WebhookReader;
  isInsideAllowed: boolean;
}

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** @param showsSecret once, in the answer to what has made it */
const webhookResources = (store: Store, showsSecret = false): DefinedResource<WebhookRow, 'Webhooks'> =>
  defineResource<WebhookRow, 'Webhooks'>({
    type: 'webhooks',
    path: '/admin/webhooks',
    collection: store.webhooks,
    searchable: ['name', 'url'],
    addressedBy: ['name'],
    attributes: {
      name: { kind: 'string' },
      url: { kind: 'string' },
      enabled: { kind: 'boolean', default: true },
      events: { default: null },
      object_types: { default: null },
      filter: { default: null },
      fields: { default: null },
      include: { default: null },
      role_id: { kind: 'integer', default: null },
    },
    meta: {
      secret: { show: (row) => (showsSecret ? row.secrets[0]?.secret : undefined) },
      position: { show: (row) => String(row.position) },
    },
    recorded: ({ secrets, position: _position, ...fields }) => ({
      ...fields,
      ...(secrets !== undefined && { secrets: '*****' }),
    }),
  });

/** @throws ApiError invalid_data */
function assertUrl(text: string, isInsideAllowed: boolean): void {
  const url = parseUrl(text);
  if (!url || !isPage(url)) throw invalidData('/data/attributes/url', '[url.url]: An http or https URL is expected.');
  if (isInsideAllowed) return;
  try {
    assertPublicHost(url.hostname);
  } catch (error) {
    throw invalidData('/data/attributes/url', `[url.allowed]: ${(error as Error).message}.`);
  }
}

/** Looks whether what is asked can be read as it is said. @throws ApiError invalid_data, invalid_filter, invalid_include */
async function assertReadable(
  { objects, reader }: WebhookServices,
  asked: Pick<WebhookRow, 'filter' | 'fields' | 'include' | 'role_id' | 'object_types'>,
): Promise<void> {
  const types = asked.object_types ?? [];
  for (const name of types) requireType(objects, name);
  if (asked.filter === null && asked.include === null && asked.fields === null) return;
  for (const type of types.length > 0 ? types : ['objects']) await readAs(reader, asked, { type });
}

export function webhooks(services: WebhookServices): RowOperations<WebhookRow, 'Webhooks'> {
  const { store, clock, isInsideAllowed } = services;
  return rowOperations(webhookResources(store), {
    ...ownTransaction({ store, clock }),
    async check(input: InputOf<'Webhooks'>, current) {
      if (input.url !== undefined) assertUrl(input.url, isInsideAllowed);
      if (typeof input.role_id === 'number' && !(await store.roles.findOne({ _id: input.role_id }))) {
        throw invalidData('/data/attributes/role_id', `[role_id._existsIn]: There is no role ${input.role_id}.`);
      }
      await assertReadable(services, {
        filter: null,
        fields: null,
        include: null,
        role_id: null,
        object_types: null,
        ...current,
        ...input,
      });
      if (current) return undefined;
      return { secrets: [{ secret: newSecret() }], position: await lastNumber(store) };
    },
    async onDelete({ _id }, { transaction: session }) {
      await store.webhookDeliveries.deleteMany({ webhook_id: _id }, { session });
    },
  });
}

/** What shows the secret, once. */
export const webhookWithSecret = (store: Store): DefinedResource<WebhookRow, 'Webhooks'> => webhookResources(store, true);

/** A new secret; the old one signs as well for a day. @throws ApiError not_found */
export function renewSecret({ store, clock }: WebhookServices, id: string, context: RequestContext): Promise<WebhookRow> {
  const type = webhookResources(store);
  return writeRows({ store, clock }, context, async (scope) => {
    const row = await findRow(type, id, scope.transaction);
    const until = new Date(scope.at.getTime() + OVERLAP_MS);
    const old = row.secrets.slice(0, 1).map(({ secret }) => ({ secret, until }));
    return changeRow(type, row, { secrets: [{ secret: newSecret() }, ...old] }, scope);
  });
}

const deliveryResources = (store: Store): DefinedResource<WebhookDeliveryRow, 'WebhookDeliveries'> =>
  defineResource<WebhookDeliveryRow, 'WebhookDeliveries'>({
    type: 'webhook_deliveries',
    path: '/admin/webhook_deliveries',
    collection: store.webhookDeliveries,
    ids: 'text',
    attributes: {},
    meta: {
      webhook_id: { kind: 'integer' },
      event_number: { kind: 'integer' },
      event: { kind: 'string' },
      state: { kind: 'string' },
      attempts: { kind: 'integer' },
      next: { kind: 'datetime' },
      request: {},
      status: { kind: 'integer' },
      response: {},
      milliseconds: { kind: 'integer' },
    },
  });

/** What was sent, and what came of it. */
export const webhookDeliveries = (store: Store): RowReads<WebhookDeliveryRow, 'WebhookDeliveries'> =>
  rowReads(deliveryResources(store), {});
