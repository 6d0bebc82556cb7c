// The collections of the service. Names and fields are those of the wire (snake_case).
import type { AuditHead, AuditRow } from './history/audit-trail.ts';
import type { Collection, Db, MongoClient, ObjectId } from 'mongodb';
import type { ApplicationRow, ConfigRow, EndpointPermissionRow, EndpointRow } from './rows/access-rows.ts';
import type { ObjectTypeRow, PropertyRow, PropertyTypeRow, RelationRow } from './rows/model-rows.ts';
import { joinTransaction, runAmbient } from './transactions/ambient-transaction.ts';
import type { ChangeRow } from './history/changes.ts';
import type { ObjectCountRow } from './rows/count-rows.ts';
import { notedCollections, type NotedCollections } from './exact-cache/noted-collections.ts';
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
import { createSequences, type SequenceRow } from './sequences.ts';
import type { CredentialRow, LoginFailureRow, RateLimitRow, RefreshTokenRow } from './rows/account-rows.ts';
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
export type * from './rows/object-rows.ts';
export type * from './rows/stream-rows.ts';
export type * from './rows/webhook-rows.ts';

export interface TagRow extends RevisedRow {
  name: string;
  labels: Record<string, string>;
  enabled: boolean;
}

export interface CategoryRow extends TagRow {
  parent_id: number | null;
  object_type_name: string;
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
  /** When the job needs attention: to run, to be taken over, or to expire; null when no work is left. */
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
  /** Of `backup` (core/store/history/history-window.ts): seconds before, and the backups that need more. */
  history?: number;
  holders?: { id: string; since: Date; until: Date }[];
}

/** The collections but those of object types. */
const collectionsOf = ({ content, other }: NotedCollections) => ({
  objects: content<ObjectRow>('objects'),
  objectCounts: content<ObjectCountRow>('object_counts'),
  objectTypes: other<ObjectTypeRow>('object_types'),
  properties: other<PropertyRow>('properties'),
  propertyTypes: other<PropertyTypeRow>('property_types'),
  relations: other<RelationRow>('relations'),
  categories: content<CategoryRow>('categories'),
  tags: content<TagRow>('tags'),
  roles: other<RoleRow>('roles'),
  applications: other<ApplicationRow>('applications'),
  endpoints: other<EndpointRow>('endpoints'),
  endpointPermissions: other<EndpointPermissionRow>('endpoint_permissions'),
  config: other<ConfigRow>('config'),
  authProviders: other<AuthProviderRow>('auth_providers'),
  externalAuth: other<ExternalAuthRow>('external_auth'),
  authorizationRequests: other<AuthorizationRequestRow>('authorization_requests'),
  asyncJobs: other<AsyncJobRow>('async_jobs'),
  agendaJobs: other<AgendaJobRow>('agenda_jobs'),
  objectPermissions: content<ObjectPermissionRow>('object_permissions'),
  objectRelations: content<ObjectRelationRow>('object_relations'),
  trees: content<TreeRow>('trees'),
  translations: content<TranslationRow>('translations'),
  annotations: content<AnnotationRow>('annotations'),
  streams: content<StreamRow>('streams'),
  thumbnails: other<ThumbnailRow>('thumbnails'),
  unclaimedFiles: other<UnclaimedFileRow>('unclaimed_files'),
  uploadTokens: other<UploadTokenRow | DirectUploadRow>('upload_tokens'),
  fileUsage: other<FileUsageRow>('file_usage'),
  credentials: other<CredentialRow>('credentials'),
  usernames: other<AccountNameRow>('usernames'),
  userEmails: other<AccountNameRow>('user_emails'),
  refreshTokens: other<RefreshTokenRow>('refresh_tokens'),
  loginFailures: other<LoginFailureRow>('login_failures'),
  rateLimits: other<RateLimitRow>('rate_limits'),
  idempotencyKeys: other<IdempotencyKeyRow>('idempotency_keys'),
  auditTrail: other<AuditRow>('audit_trail'),
  auditHead: other<AuditHead>('state'),
  changes: content<ChangeRow>('changes'),
  webhooks: other<WebhookRow>('webhooks'),
  webhookDeliveries: other<WebhookDeliveryRow>('webhook_deliveries'),
  eventCursors: other<EventCursorRow>('event_cursors'),
  state: other<StateRow>('state'),
});

export interface Store extends ReturnType<typeof collectionsOf>, SharedReads {
  client: MongoClient;
  db: Db;
  /** Collection of an object type. */
  documents(typeName: string): Collection<ObjectDocument>;
  sequences: ReturnType<typeof createSequences>;
  /** Joins an ambient transaction. @throws Contention after 15 seconds of conflicts, or at the ambient deadline */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** All reads and writes of content in one transaction; the work may run several times. @throws Contention */
  atomically<T>(work: () => Promise<T>): Promise<T>;
}

/** With a prefix, so that no type can have the name of another collection. */
export const documentsCollectionName = (typeName: string): string => DOCUMENTS + typeName;

export function createStore(client: MongoClient, db: Db, listeners: StoreListeners = {}): Store {
  const noted = notedCollections(db);
  const { content, objectCounts } = noted;
  const byType = new Map<string, Collection<ObjectDocument>>();
  const documents = (typeName: string) => {
    let found = byType.get(typeName);
    if (!found) byType.set(typeName, (found = content<ObjectDocument>(documentsCollectionName(typeName))));
    return found;
  };
  const collections = collectionsOf(noted);
  const transaction: Store['transaction'] = (work, options) =>
    runRecorded({ ...collections, client, objectCounts, listeners }, work, options);
  return {
    get client() {
      noteUnversioned();
      return client;
    },
    get db() {
      noteUnversioned();
      return db;
    },
    ...collections,
    documents,
    ...createSharedReads({ content, documents, objectCounts }),
    sequences: createSequences(db.collection<SequenceRow>('sequences')),
    transaction: (work, options) => joinTransaction(work) ?? transaction(work, options),
    atomically: (work) => joinTransaction(work) ?? transaction((transaction) => runAmbient(transaction, work)),
  };
}
