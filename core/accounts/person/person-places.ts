// The places of data of a person in the database: one list for exports, erasures and their reports (D627).
import { MAIL } from '../../jobs/job-rows.ts';
import { escapeRegExp } from '../../query/search-terms.ts';
import { USERS } from '../../access/access-rules.ts';
import type { ChangeRow } from '../../store/history/changes.ts';
import type { Document, FindCursor, Store } from '../../store/store.ts';
import { unescapeKeys } from '../../store/stored-keys.ts';
import { hasValues } from './mask-changes.ts';
import type { Person } from './person.ts';
import { knownAttributes } from '../../format/jsonapi/resource-input.ts';

const valuesIn = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

export interface PersonalData {
  /** Of its file in an export. */
  name: string;
  /** For the person who reads it. */
  about: string;
  /** `removed` with the account; `emptied`: rows are kept without the values; `remains`: unchanged. */
  then: 'removed' | 'emptied' | 'remains';
  /** Of the remaining data. */
  why?: string;
  /** Rows as they are shown to the person, without secrets. */
  rows(store: Store, person: Person): AsyncIterable<object>;
}

type Shown = Readonly<Record<string, unknown>>;

async function* shown<Row extends Document>(
  cursor: FindCursor<Row>,
  show: (row: Row) => Shown | undefined,
): AsyncGenerator<Shown> {
  for await (const row of cursor) {
    const each = show(row);
    if (each) yield each;
  }
}

/** Bookkeeping of the service, without personal data. */
const INTERNAL: ReadonlySet<string> = new Set(
  (
    'audiences search fence link_fence visible_from visible_to revision ' +
    'token_generation ended_sessions kept_session'
  ).split(' '),
);

const withoutInternal = (document: Document): Shown =>
  Object.fromEntries(
    Object.entries(document)
      .filter(([name]) => !INTERNAL.has(name))
      .map(([name, value]) => [name === '_id' ? 'id' : name, unescapeKeys(value)]),
  );

const changeOf = ({ _id, created, user_action, user_id, changed, resource_type, resource_id }: ChangeRow): Shown => ({
  id: String(_id),
  at: created,
  by_user: user_id,
  action: user_action,
  of: `${resource_type} ${resource_id}`,
  values: unescapeKeys(changed),
});

/** Accounts at providers, including removed ones: records of their creation name the user. */
export const recordedOf = (id: number): Document => ({ resource_type: 'external_auth', 'changed.user_id': id });

/** Messages about the account, and those that include it with another object. */
export const deliveriesOf = ({ id, email }: Person): Document => {
  const identifiers = [`"id":"${id}","type":"users"`, `"type":"users","id":"${id}"`].map(escapeRegExp);
  const texts = [...identifiers, ...(email === undefined ? [] : [escapeRegExp(email)])];
  const held = { $regex: texts.join('|'), $options: 'i' };
  return { request: { $ne: null }, $or: [{ subject: `/${USERS}/${id}` }, { request: held }, { response: held }] };
};

/** Entries with values that have changed; others name users by number only. */
const CHANGES = ['create', 'update', 'trash', 'restore', 'remove'];

const CONTENT = 'content of the project, which shows its author by number only once the account is gone';

async function* linkedProfiles(store: Store, { id, email }: Person): AsyncGenerator<Shown> {
  const links = store.objectRelations.find({ $or: [{ left_id: id }, { right_id: id }] });
  const ids = new Set<number>();
  for await (const { left_id: left, right_id: right } of links) ids.add(left === id ? right : left);
  const profiles = store.documents('profiles');
  const same = email === undefined ? [] : [{ email }];
  const found = profiles.find({ $or: [{ _id: { $in: [...ids] } }, ...same] });
  for await (const document of found) yield withoutInternal(document);
}

export const PLACES: readonly PersonalData[] = [
  {
    name: 'account',
    about: 'What the account says of you, with your roles by number.',
    then: 'removed',
    async *rows(_store, { account }) {
      if (account) yield withoutInternal(account);
      await Promise.resolve();
    },
  },
  {
    name: 'names',
    about: 'Your user name and address as they are kept unique.',
    then: 'removed',
    async *rows({ usernames, userEmails }, { id }) {
      for (const names of [usernames, userEmails])
        yield* shown(names.find({ user_id: id }), ({ _id }) => ({ name: _id }));
    },
  },
  {
    name: 'sign-in',
    about:
      'Whether there is a password and a second factor, and your passkeys. Hashes and secrets are given to nobody.',
    then: 'removed',
    rows: ({ credentials }, { id }) =>
      shown(credentials.find({ _id: id }), (row) => ({
        has_password: row.password_hash !== null,
        second_factor_since: row.second_factor?.created ?? null,
        passkeys: (row.passkeys ?? []).map(({ name, created, used }) => ({ name, created, used })),
        known_places: row.places?.length ?? 0,
      })),
  },
  {
    name: 'sessions',
    about: 'Where you are signed in: address and device at the last use.',
    then: 'removed',
    rows: ({ refreshTokens }, { id }) =>
      shown(refreshTokens.find({ user_id: id }), ({ created, modified, address, device, application_id, expires }) => ({
        signed_in: created,
        last_used: modified,
        address,
        device,
        application_id,
        expires: expires ?? null,
      })),
  },
  {
    name: 'provider-accounts',
    about: 'Accounts at other services by which you sign in.',
    then: 'removed',
    rows: ({ externalAuth }, { id }) =>
      shown(externalAuth.find({ user_id: id }), (row) =>
        knownAttributes(row, ['auth_provider_id', 'provider_username', 'created']),
      ),
  },
  {
    name: 'mails-and-signup',
    about:
      'Mails to you, sent and waiting, and open requests of signing up or of a new password. Their links are left out.',
    then: 'removed',
    rows: ({ asyncJobs }, { id }) =>
      shown(asyncJobs.find({ 'payload.user_id': { $eq: id, $gt: 0 } }), ({ service, payload, created, completed }) => ({
        service,
        ...(service === MAIL && { mail: { ...payload, url: undefined, redirect_url: undefined } }),
        created,
        completed,
      })),
  },
  {
    name: 'uploads',
    about: 'Files of yours that belong to no object; their bytes are in the folder files.',
    then: 'removed',
    rows: ({ streams }, { id }) =>
      shown(streams.find({ object_id: null, created_by: id }), (row) => ({
        id: row._id,
        ...knownAttributes(row, ['file_name', 'mime_type', 'file_size']),
        file_metadata: unescapeKeys(row.file_metadata),
        created: row.created,
      })),
  },
  {
    name: 'unused-uploads',
    about: 'Files that you have sent and that no object was made of; they end by themselves.',
    then: 'removed',
    rows: ({ uploadTokens }, { id }) =>
      shown(uploadTokens.find({ 'stream.created_by': id }), ({ stream, expires, ...row }) => ({
        ...('type' in row && { type: row.type }),
        file_name: stream?.file_name,
        file_size: stream?.file_size,
        expires,
      })),
  },
  {
    name: 'history-of-the-account',
    about: 'What was changed in the account, and in accounts at other services, with the values.',
    then: 'emptied',
    rows: ({ changes }, { id }) =>
      shown(changes.find({ $or: [{ resource_type: 'objects', resource_id: String(id) }, recordedOf(id)] }), (row) =>
        hasValues(row) ? changeOf(row) : undefined,
      ),
  },
  {
    name: 'audit-of-the-account',
    about: 'What the audit trail has of changes of the account, with values before and after.',
    then: 'emptied',
    rows: ({ auditTrail }, { id }) =>
      shown(
        auditTrail.find({
          resource_type: USERS,
          resource_id: String(id),
          event: { $in: CHANGES },
          $or: [{ before: { $ne: null } }, { after: { $ne: null } }],
        }),
        ({ at, event, user_id, before, after }) => ({
          at,
          event,
          by_user: user_id,
          before: valuesIn(before),
          after: valuesIn(after),
        }),
      ),
  },
  {
    name: 'webhook-messages',
    about: 'Messages to other services that name the account, as long as they are kept (a week).',
    then: 'emptied',
    rows: ({ webhookDeliveries }, person) =>
      shown(webhookDeliveries.find(deliveriesOf(person)), (row) =>
        knownAttributes(row, ['webhook_id', 'event', 'subject', 'created', 'request']),
      ),
  },
  {
    name: 'profiles',
    about: 'Profiles that are linked with the account, or have its address.',
    then: 'remains',
    why: `${CONTENT}; those that are about the person alone are purged by --also`,
    rows: linkedProfiles,
  },
  {
    name: 'objects',
    about: 'What you have made. Its content is exported by `npm run export`.',
    then: 'remains',
    why: CONTENT,
    rows: ({ objects }, { id }) =>
      shown(objects.find({ created_by: id, _id: { $ne: id } }), ({ _id, type, title, status, created }) => ({
        id: _id,
        type,
        title: title ?? null,
        status,
        created,
      })),
  },
  {
    name: 'annotations',
    about: 'Your comments on objects.',
    then: 'remains',
    why: CONTENT,
    rows: ({ annotations }, { id }) =>
      shown(annotations.find({ user_id: id }), (row) => ({
        id: row._id,
        object_id: row.object_id,
        description: row.description,
        params: unescapeKeys(row.params),
        created: row.created,
      })),
  },
  {
    name: 'files-of-objects',
    about: 'Files that you have sent and that belong to objects.',
    then: 'remains',
    why: CONTENT,
    rows: ({ streams }, { id }) =>
      shown(streams.find({ created_by: id, object_id: { $ne: null } }), (row) => ({
        id: row._id,
        ...knownAttributes(row, ['object_id', 'file_name', 'file_size', 'created']),
      })),
  },
  {
    name: 'history-by-you',
    about: 'What you have changed, and when.',
    then: 'remains',
    why: 'who has changed what, by number: the versions of objects are made of it',
    rows: ({ changes }, { id }) =>
      shown(changes.find({ user_id: id, resource_id: { $ne: String(id) } }), (row) => ({
        at: row.created,
        action: row.user_action,
        of: `${row.resource_type} ${row.resource_id}`,
        names: Object.keys(row.changed),
      })),
  },
  {
    name: 'audit-by-you',
    about: 'Entries of the audit trail for what you did, with the address of your client.',
    then: 'remains',
    why: 'by number, with network addresses: rows of the trail cannot be changed; `npm run tool -- audit --remove-before` ends them',
    rows: ({ auditTrail }, { id }) =>
      shown(auditTrail.find({ user_id: id }), ({ at, event, resource_type, resource_id, address, request_id }) => ({
        at,
        event,
        of: resource_type === null ? null : `${resource_type} ${resource_id ?? ''}`,
        address,
        request_id,
      })),
  },
];
