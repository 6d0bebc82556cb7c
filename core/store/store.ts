// The collections of the service. Names and fields are those of the wire (snake_case).
import type { AuditCollections } from './history/audit-trail.ts';
import type { Collection, Db, MongoClient, ObjectId } from 'mongodb';
import type { ApplicationRow, ConfigRow, EndpointPermissionRow, EndpointRow } from './rows/access-rows.ts';
import type { ObjectTypeRow, PropertyRow, PropertyTypeRow, RelationRow } from './rows/model-rows.ts';
import { joinTransaction, runAmbient } from './transactions/ambient-transaction.ts';
import type { ChangeRow } from './history/changes.ts';
import type { ObjectCountRow } from './rows/count-rows.ts';
import { notedCollections } from './exact-cache/noted-collections.ts';
import { noteUnversioned } from './exact-cache/read-set.ts';
import { DOCUMENTS } from './exact-cache/versions.ts';
import { createSharedReads, type SharedReads } from './recorded/shared-reads.ts';
import {
  type AnnotationRow,
  type ObjectDocument,
  type ObjectRelationRow,
  type ObjectRow,
  type ObjectView,
  type RevisedRow,
  type TranslationRow,
  type TreeRow,
} from './rows/object-rows.ts';
import type { LoginFailureRow, RateLimitRow } from './rows/limit-rows.ts';
import { createSequences, type SequenceRow, type Sequences } from './sequences.ts';
import type { CredentialRow } from './rows/credential-rows.ts';
import type { RefreshTokenRow } from './rows/session-rows.ts';
import type {
  DirectUploadRow,
  FileUsageRow,
  StreamRow,
  ThumbnailRow,
  UnclaimedFileRow,
  UploadTokenRow,
} from './rows/stream-rows.ts';
import type { IdempotencyKeyRow } from './idempotency-keys.ts';
import type { EventCursorRow, WebhookDeliveryRow, WebhookRow } from './rows/webhook-rows.ts';
import { runRecorded, type StoreListeners } from './recorded/recorded-transaction.ts';
import type { Transaction, TransactionOptions } from './transactions/transaction.ts';

export { ObjectId } from 'mongodb';
export type { AnyBulkWriteOperation, Collection, Document, Filter, FindCursor } from 'mongodb';
export type * from './rows/access-rows.ts';
export type * from './rows/account-rows.ts';
export type * from './rows/credential-rows.ts';
export type * from './rows/object-rows.ts';
export type * from './rows/limit-rows.ts';
export type * from './rows/session-rows.ts';
export type * from './rows/stream-rows.ts';
export type * from './rows/webhook-rows.ts';

export interface CategoryRow extends RevisedRow {
  name: string;
  labels: Record<string, string>;
  enabled: boolean;
  parent_id: number | null;
  object_type_name: string;
}

export interface TagRow extends RevisedRow {
  name: string;
  labels: Record<string, string>;
  enabled: boolean;
}

export interface RoleRow extends RevisedRow {
  name: string;
  description: string | null;
  unchangeable: boolean;
  /** Lower is stronger: users grant and remove only roles that are not stronger than theirs. */
  priority: number;
}

/** Parameters with secrets, sealed (core/accounts/sealed-secrets.ts). */
export interface SealedParams {
  key_id: string;
  sealed: string;
}

export interface AuthProviderRow extends RevisedRow {
  name: string;
  auth_class: string;
  url: string | null;
  params: SealedParams | null;
  enabled: boolean;
}

/** A user's account at a provider. */
export interface ExternalAuthRow extends RevisedRow {
  user_id: number;
  auth_provider_id: number;
  provider_username: string;
  params: SealedParams | null;
}

/** The pending sign-in of a user who was redirected to a provider. */
export interface AuthorizationRequestRow {
  /** SHA-256 of the state, hex. */
  _id: string;
  auth_provider_id: number;
  application_id: number | null;
  /** Address of the client that started it. */
  address: string;
  redirect_uri: string;
  nonce: string;
  /** SHA-256 of the verifier (PKCE). */
  code_challenge: string;
  expires: Date;
  /** By the clock of the database. */
  created: Date;
}

export interface AsyncJobRow {
  /** UUID. */
  _id: string;
  service: string;
  priority: number;
  payload: Record<string, unknown> | null;
  scheduled_from: Date | null;
  expires: Date | null;
  max_attempts: number;
  locked_until: Date | null;
  completed: Date | null;
  results: Record<string, unknown>[] | null;
  /**
   * The next time at which the job needs attention: to run, to be taken over, or to expire; null when no work is left.
   */
  due: Date | null;
  /** Run that holds the lock; an aborted run does not remove it. */
  locked_by?: string;
  /** Aborted runs since the last completed one. */
  interruptions?: number;
  /** Of a job that waits for a user's reaction to a mail: the hash of the UUID in that mail. */
  secret_hash?: string;
  /** Of an unsent mail: the UUID in it. */
  secret?: string;
  /** `X-Request-Id` of the request that created it. */
  request_id?: string;
  /** Of that request (D594). */
  traceparent?: string;
  revision: number;
  created: Date;
  modified: Date;
}

/** A row of Agenda: recurring work by its name (core/jobs/job-queue.ts). */
export interface AgendaJobRow {
  _id: ObjectId;
  name: string;
  data: { id: string };
  /** Milliseconds, or a cron expression. */
  repeatInterval: number | string;
  repeatTimezone: string | null;
  nextRunAt: Date | null;
  lockedAt: Date | null;
  lastFinishedAt?: Date;
}

export type ObjectPermissionKind = 'read' | 'mark' | 'write';

/** A role that may see or change an object (D20). */
export interface ObjectPermissionRow extends RevisedRow {
  object_id: number;
  role_id: number;
  permission: ObjectPermissionKind;
  object: ObjectView;
}

/** A value that is unique among users, by its key (core/accounts/account-names.ts). */
export interface AccountNameRow {
  _id: string;
  user_id: number;
}

/** Data about the database itself: schema version, model version; `forest` is raised by each change among the roots. */
export interface StateRow {
  _id:
    | 'audit'
    | 'model'
    | 'migrations'
    | 'access'
    | 'forest'
    | 'publication events'
    | 'backup'
    | 'restore'
    | 'model files';
  version: number;
  /** Of `publication events`: dates up to this one are processed (core/objects/writing/dated-events.ts). */
  since?: Date;
  until?: Date;
  /**
   * Of `backup`: the previous history window of the server, seconds, and the backups that need a longer one
   * (core/store/history/history-window.ts).
   */
  history?: number;
  holders?: { id: string; since: Date; until: Date }[];
}

export interface Store extends AuditCollections, SharedReads {
  client: MongoClient;
  db: Db;
  objects: Collection<ObjectRow>;
  objectCounts: Collection<ObjectCountRow>;
  objectTypes: Collection<ObjectTypeRow>;
  properties: Collection<PropertyRow>;
  propertyTypes: Collection<PropertyTypeRow>;
  relations: Collection<RelationRow>;
  categories: Collection<CategoryRow>;
  tags: Collection<TagRow>;
  roles: Collection<RoleRow>;
  applications: Collection<ApplicationRow>;
  endpoints: Collection<EndpointRow>;
  endpointPermissions: Collection<EndpointPermissionRow>;
  config: Collection<ConfigRow>;
  authProviders: Collection<AuthProviderRow>;
  externalAuth: Collection<ExternalAuthRow>;
  authorizationRequests: Collection<AuthorizationRequestRow>;
  asyncJobs: Collection<AsyncJobRow>;
  agendaJobs: Collection<AgendaJobRow>;
  objectPermissions: Collection<ObjectPermissionRow>;
  objectRelations: Collection<ObjectRelationRow>;
  trees: Collection<TreeRow>;
  translations: Collection<TranslationRow>;
  annotations: Collection<AnnotationRow>;
  streams: Collection<StreamRow>;
  thumbnails: Collection<ThumbnailRow>;
  unclaimedFiles: Collection<UnclaimedFileRow>;
  uploadTokens: Collection<UploadTokenRow | DirectUploadRow>;
  fileUsage: Collection<FileUsageRow>;
  credentials: Collection<CredentialRow>;
  usernames: Collection<AccountNameRow>;
  userEmails: Collection<AccountNameRow>;
  refreshTokens: Collection<RefreshTokenRow>;
  loginFailures: Collection<LoginFailureRow>;
  rateLimits: Collection<RateLimitRow>;
  idempotencyKeys: Collection<IdempotencyKeyRow>;
  changes: Collection<ChangeRow>;
  webhooks: Collection<WebhookRow>;
  webhookDeliveries: Collection<WebhookDeliveryRow>;
  eventCursors: Collection<EventCursorRow>;
  state: Collection<StateRow>;
  /** Collection of an object type. */
  documents(typeName: string): Collection<ObjectDocument>;
  sequences: Sequences;
  /** Joins an ambient transaction. @throws Contention after 15 seconds of conflicts, or at the ambient deadline */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Puts all reads and writes of content into one transaction (core/store/transactions/ambient-transaction.ts); the work may run several
   * times. Other effects, such as events, follow the commit. @throws Contention
   */
  atomically<T>(work: () => Promise<T>): Promise<T>;
}

/** With a prefix, so that no type can have the name of another collection. */
export const documentsCollectionName = (typeName: string): string => DOCUMENTS + typeName;

export function createStore(client: MongoClient, db: Db, listeners: StoreListeners = {}): Store {
  const { content, other, objectCounts } = notedCollections(db);
  const collections = new Map<string, Collection<ObjectDocument>>();
  const documents = (typeName: string) => {
    let found = collections.get(typeName);
    if (!found) collections.set(typeName, (found = content<ObjectDocument>(documentsCollectionName(typeName))));
    return found;
  };
  const idempotencyKeys = other<IdempotencyKeyRow>('idempotency_keys');
  const changes = content<ChangeRow>('changes');
  const audit: AuditCollections = { auditTrail: other('audit_trail'), auditHead: other('state') };
  const transaction: Store['transaction'] = (work, options) =>
    runRecorded({ client, changes, objectCounts, idempotencyKeys, audit, listeners }, work, options);
  return {
    get client() {
      noteUnversioned();
      return client;
    },
    get db() {
      noteUnversioned();
      return db;
    },
    objects: content('objects'),
    objectCounts: content('object_counts'),
    objectTypes: other('object_types'),
    properties: other('properties'),
    propertyTypes: other('property_types'),
    relations: other('relations'),
    categories: content('categories'),
    tags: content('tags'),
    roles: other('roles'),
    applications: other('applications'),
    endpoints: other('endpoints'),
    endpointPermissions: other('endpoint_permissions'),
    config: other('config'),
    authProviders: other('auth_providers'),
    externalAuth: other('external_auth'),
    authorizationRequests: other('authorization_requests'),
    asyncJobs: other('async_jobs'),
    agendaJobs: other('agenda_jobs'),
    objectPermissions: content('object_permissions'),
    objectRelations: content('object_relations'),
    trees: content('trees'),
    translations: content('translations'),
    annotations: content('annotations'),
    streams: content('streams'),
    thumbnails: other('thumbnails'),
    unclaimedFiles: other('unclaimed_files'),
    uploadTokens: other('upload_tokens'),
    fileUsage: other('file_usage'),
    credentials: other('credentials'),
    usernames: other('usernames'),
    userEmails: other('user_emails'),
    refreshTokens: other('refresh_tokens'),
    loginFailures: other('login_failures'),
    rateLimits: other('rate_limits'),
    idempotencyKeys,
    ...audit,
    changes,
    webhooks: other('webhooks'),
    webhookDeliveries: other('webhook_deliveries'),
    eventCursors: other('event_cursors'),
    state: other('state'),
    documents,
    ...createSharedReads({ content, documents, objectCounts }),
    sequences: createSequences(db.collection<SequenceRow>('sequences')),
    transaction: (work, options) => joinTransaction(work) ?? transaction(work, options),
    atomically: (work) => joinTransaction(work) ?? transaction((transaction) => runAmbient(transaction, work)),
  };
}
