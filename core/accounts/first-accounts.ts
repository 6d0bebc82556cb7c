// What a fresh database is given besides its model: roles admin and editor, and the first administrator (D21).
import { randomBytes } from 'node:crypto';
import { fold } from '../store/search-terms.ts';
import type { ObjectBase, Store } from '../store/store.ts';
import { ADMIN_PRIORITY, ADMIN_ROLE_ID, DEFAULT_PRIORITY, EDITOR_ROLE_ID, FIRST_USER_ID } from './access-rules.ts';
import { nameKey } from './account-names.ts';
import { hashPassword } from './passwords.ts';

const VISIBLE_ALWAYS = { visible_from: new Date(0), visible_to: new Date('9999-12-31T23:59:59Z') };

export interface FirstAdmin {
  username: string;
  /** One is generated when it is not given. */
  password: string | undefined;
}

const role = (id: number, name: string, description: string, at: Date) => ({
  _id: id,
  name,
  description,
  unchangeable: id === ADMIN_ROLE_ID,
  priority: id === ADMIN_ROLE_ID ? ADMIN_PRIORITY : DEFAULT_PRIORITY,
  revision: 1,
  created: at,
  modified: at,
});

/** Makes roles and the first user in one transaction. @returns the password, when it was generated */
export async function createFirstAccounts(store: Store, admin: FirstAdmin, now: Date): Promise<string | undefined> {
  const generated = admin.password === undefined ? randomBytes(15).toString('base64url') : undefined;
  const passwordHash = await hashPassword(admin.password ?? generated ?? '');
  const uname = `user-${admin.username.toLowerCase().replace(/[^a-z0-9_]+/g, '-')}`;
  const row = {
    _id: FIRST_USER_ID,
    type: 'users',
    uname,
    title: null,
    description: null,
    status: 'on' as const,
    lang: null,
    publish_start: null,
    publish_end: null,
    ...VISIBLE_ALWAYS,
    locked: false,
    trashed: false,
    created: now,
    modified: now,
    published: now,
    created_by: FIRST_USER_ID,
    modified_by: FIRST_USER_ID,
    revision: 1,
  } satisfies ObjectBase;
  const account = {
    username: admin.username,
    company: false,
    role_ids: [ADMIN_ROLE_ID],
    blocked: false,
    verified: now,
    num_login_err: 0,
    last_login: null,
    last_login_err: null,
    password_modified: now,
  };
  await store.transaction(async (session) => {
    await store.roles.insertMany(
      [
        role(ADMIN_ROLE_ID, 'admin', 'May do everything', now),
        role(EDITOR_ROLE_ID, 'editor', 'May write content', now),
      ],
      { session },
    );
    await store.documents('users').insertOne({ ...row, ...account }, { session });
    await store.objects.insertOne(
      { ...row, search: { title: '', description: '', text: fold(admin.username) } },
      { session },
    );
    await store.unames.insertOne({ _id: uname, object_id: FIRST_USER_ID, type: 'users' }, { session });
    await store.usernames.insertOne({ _id: nameKey(admin.username), user_id: FIRST_USER_ID }, { session });
    await store.credentials.insertOne({ _id: FIRST_USER_ID, password_hash: passwordHash }, { session });
    await store.objectCounts.updateOne({ _id: 'users:0' }, { $inc: { 'n.on': 1 } }, { session });
    await store.changes.insertOne(
      {
        resource_type: 'objects',
        resource_id: String(FIRST_USER_ID),
        user_action: 'create',
        user_id: null,
        application_id: null,
        created: now,
        changed: { uname, username: admin.username },
      },
      { session },
    );
    await store.sequences.startAfter({ objects: FIRST_USER_ID, roles: EDITOR_ROLE_ID }, session);
  });
  return generated;
}
