// `/admin/webhooks` (D655): the receivers of events, and the roles with which their objects are read. For
// administrators only, since messages may show data that other roles may not read.
import type { RequestContext } from '../context.ts';
import { isPage } from '../config/reach.ts';
import { ApiError, invalidData } from '../errors.ts';
import { lastNumber } from '../events/event-numbering.ts';
import { typesNamed } from '../objects/lists/object-filters.ts';
import { parseUrl } from '../network/parse-url.ts';
import { defineResource, type DefinedResource, type AttributesInput } from '../resources/define-resource.ts';
import type { ResourceBody } from '../format/jsonapi/resource-input.ts';
import { findRow, updateRow, type WriteScope } from '../resources/resource-type.ts';
import { rowOperations, type RowOperations } from '../resources/row-operations.ts';
import { ownTransaction, writeRows } from '../resources/write-rows.ts';
import { MODEL_RESOURCES } from '../store/history/changes.ts';
import type { Store, WebhookRow } from '../store/store.ts';
import { assertPublicHost } from '../network/private-networks.ts';
import { contextOf, queryOf } from './webhook-reader.ts';
import { newSigningSecret, replacedSecrets, sealedSecret, webhookName } from './webhook-secrets.ts';
import type { WebhookServices } from './webhook-services.ts';
import { asError } from '../values.ts';

/** Each has a separate run, and separate connections. */
const MOST_WEBHOOKS = 100;

/** @param secret shown once, in the response to the request that has created it */
export const webhookResources = (store: Store, secret?: string): DefinedResource<WebhookRow, 'Webhooks'> =>
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
      fields: { kind: 'string', default: null },
      include: { kind: 'string', default: null },
      role_id: { kind: 'integer', default: null },
    },
    meta: {
      secret: { computed: () => secret },
      disabled_reason: { default: null },
    },
    recorded: (fields) => ({ ...fields, ...('secrets' in fields && { secrets: '*****' }) }),
  });

/** @throws ApiError invalid_data */
function assertUrl(text: string, allowsPrivate: boolean): void {
  const at = '/data/attributes/url';
  const url = parseUrl(text);
  if (!url || !isPage(url)) throw invalidData(at, '[url.url]: An http or https URL without a user is expected.');
  if (allowsPrivate) return;
  const hint = 'The setting WEBHOOK_PRIVATE_NETWORKS would allow it.';
  if (url.protocol !== 'https:') throw invalidData(at, `[url.https]: Events are sent by https. ${hint}`);
  try {
    assertPublicHost(url.hostname);
  } catch (error) {
    throw invalidData(at, `[url.public]: ${asError(error).message}. ${hint}`);
  }
}

/** The error of a query, at the attribute from which it is made. */
function asInvalid(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status >= 500) return error;
  const name = /^(fields|include)/.exec(error.faults[0]?.source?.parameter ?? '')?.[1] ?? 'filter';
  return invalidData(`/data/attributes/${name}`, `[${name}.valid]: ${error.message}`);
}

type WebhookSelection = Pick<WebhookRow, 'object_types' | 'filter' | 'fields' | 'include' | 'role_id'>;
const NO_SELECTION: WebhookSelection = { object_types: null, filter: null, fields: null, include: null, role_id: null };

/** Characters of a filter as JSON: what a query could have. It is applied to every event. */
const FILTER_LENGTH = 8000;

/** Checks filter, include and fields. @throws ApiError invalid_data */
async function assertReadable(services: WebhookServices, selection: WebhookSelection): Promise<void> {
  try {
    const value = selection.object_types ?? [];
    const names = typesNamed(services.objects, { value, parameter: 'object_types', others: MODEL_RESOURCES });
    if (selection.object_types?.some((name) => !names.includes(name)))
      throw new ApiError('invalid_filter', 'plural names');
  } catch (error) {
    const detail = `[object_types.known]: ${asError(error).message}`;
    throw invalidData('/data/attributes/object_types', detail);
  }
  if (JSON.stringify(selection.filter).length > FILTER_LENGTH) {
    const detail = `[filter.maxLength]: A filter has at most ${FILTER_LENGTH} characters as JSON.`;
    throw invalidData('/data/attributes/filter', detail);
  }
  const query = queryOf(selection);
  if (Object.keys(query).length === 0) return;
  const types = selection.object_types?.filter((name) => !MODEL_RESOURCES.has(name)) ?? ['objects'];
  try {
    for (const typeName of types) await services.assertQuery(typeName, query, contextOf(services, selection));
  } catch (error) {
    throw asInvalid(error);
  }
}

async function assertRole({ store }: WebhookServices, roleId: number, { transaction }: WriteScope): Promise<void> {
  if (await store.roles.findOne({ _id: roleId }, { session: transaction })) return;
  throw invalidData('/data/attributes/role_id', `[role_id._existsIn]: There is no role ${roleId}.`);
}

/** Stored fields of a new webhook in addition to its attributes. @throws ApiError conflict */
async function firstFields(
  { store, sealer }: WebhookServices,
  secret: string,
  { transaction }: WriteScope,
): Promise<Pick<WebhookRow, '_id' | 'secrets'>> {
  if ((await store.webhooks.countDocuments({}, { session: transaction, limit: MOST_WEBHOOKS })) >= MOST_WEBHOOKS) {
    throw new ApiError('conflict', `There are ${MOST_WEBHOOKS} webhooks already, which is the limit.`);
  }
  const _id = await store.sequences.next('webhooks');
  const cursor = { _id: webhookName(_id), position: await lastNumber(store), holder: null, until: null };
  await store.eventCursors.insertOne(cursor, { session: transaction });
  return { _id, secrets: [sealedSecret(sealer, _id, secret)] };
}

export function webhooks(
  services: WebhookServices,
  secret = newSigningSecret(),
): RowOperations<WebhookRow, 'Webhooks'> {
  const { store, clock, allowsPrivate } = services;
  const type = webhookResources(store);
  return rowOperations(type, {
    ...ownTransaction({ store, clock }),
    async check(input: AttributesInput<'Webhooks'>, current, scope) {
      if (input.url !== undefined) assertUrl(input.url, allowsPrivate);
      if (typeof input.role_id === 'number') await assertRole(services, input.role_id, scope);
      await assertReadable(services, { ...NO_SELECTION, ...current, ...input });
      if (!current) return firstFields(services, secret, scope);
      return input.enabled === undefined ? {} : { disabled_reason: null };
    },
    async onUpdate({ _id }, _before, { at, transaction }) {
      // Waiting deliveries may succeed now.
      const waiting = { webhook_id: _id, state: 'waiting' } as const;
      const due = { $set: { next: at, failing_since: null } };
      await store.webhookDeliveries.updateMany(waiting, due, { session: transaction });
    },
    async onDelete({ _id }, { transaction }) {
      await store.webhookDeliveries.deleteMany({ webhook_id: _id }, { session: transaction });
      await store.eventCursors.deleteOne({ _id: webhookName(_id) }, { session: transaction });
    },
  });
}

/** A webhook whose secret is shown, once. */
interface Shown {
  type: DefinedResource<WebhookRow, 'Webhooks'>;
  row: WebhookRow;
}

/** @throws ApiError invalid_data, already_exists, conflict, forbidden */
export async function createWebhook(
  services: WebhookServices,
  body: ResourceBody<AttributesInput<'Webhooks'>>,
  context: RequestContext,
): Promise<Shown> {
  const secret = newSigningSecret();
  // Earlier commits come before it.
  await services.settleEvents();
  const row = await webhooks(services, secret).create(body, context);
  return { type: webhookResources(services.store, secret), row };
}

/** A new secret; the old one signs as well for a day. @throws ApiError not_found */
export async function renewSecret(services: WebhookServices, id: string, context: RequestContext): Promise<Shown> {
  const { store, clock, sealer } = services;
  const secret = newSigningSecret();
  const type = webhookResources(store, secret);
  const row = await writeRows({ store, clock }, context, async (scope) => {
    const current = await findRow(type, id, scope.transaction);
    const secrets = replacedSecrets(current.secrets, sealedSecret(sealer, current._id, secret), scope.at);
    return updateRow(type, current, { secrets }, scope);
  });
  return { type, row };
}
