// Endpoint permissions and configuration as one snapshot (D19, D53, D86).
import { describe, expect, it } from 'vitest';
import { resolveAccess, type AccessRows } from '../../../core/access/access-rules.ts';
import { ANONYMOUS, type Caller } from '../../../core/context.ts';
import type { ConfigRow, EndpointPermissionRow, Permission } from '../../../core/store/store.ts';

const at = { revision: 1, created: new Date(0), modified: new Date(0) };
const endpoints = ['admin', 'auth', 'documents', 'users'].map((name, index) => ({
  _id: index + 1,
  name,
  description: null,
  enabled: true,
  object_type_id: null,
  ...at,
}));
const idOf = (name: string): number => endpoints.find((row) => row.name === name)?._id ?? -1;

interface Rule {
  endpoint?: string;
  application?: number;
  role?: number;
  anonymous?: boolean;
  read?: Permission;
  write?: Permission;
}

const row = ({ endpoint, application, role, anonymous = false, read = false, write = false }: Rule, index: number) =>
  ({
    _id: index + 1,
    endpoint_id: endpoint === undefined ? null : idOf(endpoint),
    application_id: application ?? null,
    role_id: role ?? null,
    anonymous,
    read,
    write,
    ...at,
  }) satisfies EndpointPermissionRow;

const entry = (name: string, content: string, application: number | null = null, context = 'core'): ConfigRow => ({
  _id: application === null ? name : `${application}:${name}`,
  name,
  context,
  content,
  application_id: application,
  ...at,
});

const rules = (list: Rule[], more: Partial<AccessRows> = {}) =>
  resolveAccess(
    {
      applications: [],
      endpoints,
      permissions: list.map(row),
      config: [],
      roles: [],
      hasObjectPermissions: false,
      ...more,
    },
    1,
  );

const user = (...roles: number[]): Caller => ({
  userId: 9,
  roles: new Set(roles),
  isAdmin: roles.includes(1),
  applicationId: null,
});
const from = (applicationId: number, caller: Caller = user()): Caller => ({ ...caller, applicationId });

const grant = (list: Rule[], caller: Caller, endpoint = 'documents', side: 'read' | 'write' = 'read') =>
  rules(list).accessOf(caller).grant(endpoint, side);

describe('a permission', () => {
  it('is denied by default', () => {
    expect(grant([], user(1, 2))).toBe('none');
    expect(grant([{ read: false, anonymous: true }], user())).toBe('none');
  });

  it.each([
    ['nobody, when it says so', { read: true, anonymous: true }, ANONYMOUS, 'all'],
    ['nobody, when it does not', { read: true }, ANONYMOUS, 'none'],
    ['anybody signed in', { read: true }, user(), 'all'],
    ['a role that the caller has', { role: 3, read: true }, user(2, 3), 'all'],
    ['a role that the caller has not', { role: 4, read: true }, user(2, 3), 'none'],
    ['the application of the caller', { application: 5, read: true }, from(5), 'all'],
    ['another application', { application: 5, read: true }, from(6), 'none'],
    ['an application, without one', { application: 5, read: true }, user(), 'none'],
    ['the other side', { write: true }, user(), 'none'],
    ['their own records', { read: 'mine' }, user(), 'mine'],
    ['the records of nobody', { read: 'mine', anonymous: true }, ANONYMOUS, 'none'],
    ['another endpoint', { endpoint: 'users', read: true }, user(), 'none'],
  ] as const)('for %s', (_what, rule, caller, expected) => {
    expect(grant([rule], caller)).toBe(expected);
  });

  it('adds up: a row does not remove the permission of another one', () => {
    expect(grant([{ read: 'mine' }, { role: 3, read: true }, { role: 4, read: false }], user(3, 4))).toBe('all');
  });

  it('is denied at once by a blocking row', () => {
    expect(
      grant(
        [
          { role: 3, read: true },
          { role: 4, read: 'block' },
        ],
        user(3, 4),
      ),
    ).toBe('none');
    expect(
      grant(
        [
          { role: 3, read: true },
          { role: 4, read: 'block' },
        ],
        user(3),
      ),
    ).toBe('all');
    expect(grant([{ role: 3, read: true, write: 'block' }], user(3))).toBe('all');
  });

  it('of all endpoints applies also when other rows name the endpoint', () => {
    for (const read of [true, false, 'mine'] as const) {
      const list: Rule[] = [
        { read: true, anonymous: true },
        { role: 2, read: true, write: true },
        { endpoint: 'documents', role: 3, read },
      ];
      for (const caller of [ANONYMOUS, user(), user(3)]) expect(grant(list, caller)).toBe('all');
      expect(grant(list, user(2), 'documents', 'write')).toBe('all');
      expect(grant(list, user(3), 'documents', 'write')).toBe('none');
    }
  });

  it('of all endpoints does not apply to endpoints that need their own rows', () => {
    const list: Rule[] = [
      { read: true, anonymous: true },
      { endpoint: 'users', role: 3, read: true },
    ];
    expect(grant(list, ANONYMOUS, 'users')).toBe('none');
    expect(grant(list, user(2), 'users')).toBe('none');
    expect(grant(list, user(3), 'users')).toBe('all');
  });

  it('is denied by a row for all endpoints also when other rows name the endpoint', () => {
    const list: Rule[] = [
      { application: 5, write: 'block' },
      { endpoint: 'users', role: 3, write: true },
    ];
    expect(grant(list, from(5, user(3)), 'users', 'write')).toBe('none');
    expect(grant(list, user(3), 'users', 'write')).toBe('all');
  });

  it('of administrators on /admin and /auth cannot be removed', () => {
    for (const endpoint of ['admin', 'auth']) {
      expect(grant([{ endpoint, read: 'block', write: 'block' }], user(1), endpoint, 'write')).toBe('all');
      expect(grant([{ endpoint, read: 'block', write: 'block' }], user(2), endpoint, 'write')).toBe('none');
    }
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('on an endpoint named %j is like on any other', (name) => {
    expect(grant([{ read: true }], user(), name)).toBe('all');
    expect(grant([], user(), name)).toBe('none');
  });
});

describe('a disabled endpoint', () => {
  const off = (name: string) =>
    rules([{ read: true, anonymous: true }], {
      endpoints: endpoints.map((each) => ({ ...each, enabled: each.name !== name })),
    });

  it('is closed to all callers', () => {
    expect(off('documents').isDisabled('documents')).toBe(true);
    expect(off('documents').isDisabled('users')).toBe(false);
    expect(off('documents').accessOf(user(1)).grant('documents', 'read')).toBe('none');
  });

  it.each(['admin', 'auth'])('%s cannot be disabled', (name) => {
    expect(off(name).isDisabled(name)).toBe(false);
  });
});

describe('configuration', () => {
  const setting = (config: ConfigRow[], name: string, caller: Caller = user()) =>
    rules([], { config }).accessOf(caller).setting(name);

  it('is text, or the JSON value of the text', () => {
    expect(setting([entry('a', 'on')], 'a')).toBe('on');
    expect(setting([entry('a', '"on"')], 'a')).toBe('on');
    expect(setting([entry('a', 'true')], 'a')).toBe(true);
    expect(setting([entry('a', '{"b":[1]}')], 'a')).toEqual({ b: [1] });
    expect(setting([], 'a')).toBeUndefined();
  });

  it('of an application takes precedence over that of all', () => {
    const config = [entry('Status.level', 'on'), entry('Status.level', 'draft', 5)];
    expect(setting(config, 'Status.level', from(5))).toBe('draft');
    expect(setting(config, 'Status.level', from(6))).toBe('on');
    expect(setting(config, 'Status.level')).toBe('on');
  });

  it('may be one entry with members', () => {
    expect(setting([entry('Status', '{"level":"draft"}')], 'Status.level')).toBe('draft');
    expect(setting([entry('A', '{"b":{"c":1}}')], 'A.b.c')).toBe(1);
    expect(setting([entry('A.b', '{"c":1}')], 'A.b.c')).toBe(1);
    expect(setting([entry('A', '{"b":1}')], 'A.__proto__')).toBeUndefined();
    expect(setting([entry('A', 'text')], 'A.length')).toBeUndefined();
  });

  it('takes effect in the contexts core and api only', () => {
    expect(setting([entry('a', '1', null, 'api')], 'a')).toBe(1);
    expect(setting([entry('a', '1', null, 'app')], 'a')).toBeUndefined();
  });
});
