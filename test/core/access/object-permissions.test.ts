// The effective permissions of an object, from its own permissions and from its places (D20, D49).
import { describe, expect, it } from 'vitest';
import {
  effectivePermissions,
  readerRoles,
  shownPermissions,
} from '../../../core/objects/visibility/object-permissions.ts';

const read = (...roles: number[]) => roles.map((role_id) => ({ role_id, permission: 'read' as const }));
const write = (...roles: number[]) => roles.map((role_id) => ({ role_id, permission: 'write' as const }));
const folder = (rows: Parameters<typeof effectivePermissions>[0]) => effectivePermissions(rows, []);

describe('an object without its own permissions', () => {
  it('is for all without a folder, or in open folders only', () => {
    expect(effectivePermissions([], [])).toBeUndefined();
    expect(effectivePermissions([], [undefined, undefined])).toBeUndefined();
  });

  it('has those of its folder', () => {
    expect(effectivePermissions([], [folder([...read(3), ...write(4)])])).toEqual({
      read: [3],
      mark: [],
      write: [[4]],
      inherited: true,
    });
  });

  it('is readable when one place is', () => {
    expect(effectivePermissions([], [folder(read(3)), folder(read(4))])?.read).toEqual([3, 4]);
    expect(effectivePermissions([], [folder(read(3)), undefined])).toBeUndefined();
  });

  it('is writable when all places are', () => {
    expect(effectivePermissions([], [folder(write(3)), folder(write(4, 5))])?.write).toEqual([[3], [4, 5]]);
    expect(effectivePermissions([], [folder(write(3)), undefined])?.write).toEqual([[3]]);
  });

  it('inherits what its folder inherits', () => {
    const above = effectivePermissions([], [folder(read(3))]);
    expect(effectivePermissions([], [above])).toEqual(above);
  });
});

describe('an object with its own permissions', () => {
  it('inherits none', () => {
    expect(effectivePermissions(write(4), [folder(read(3))])).toEqual({
      read: [],
      mark: [],
      write: [[4]],
      inherited: false,
    });
  });

  it('names each role once, in order', () => {
    expect(effectivePermissions([...read(5, 3), ...read(5)], [])?.read).toEqual([3, 5]);
  });
});

describe('the roles that see an object', () => {
  it('are all unless reading is restricted', () => {
    expect(readerRoles(undefined)).toBeNull();
    expect(readerRoles(folder(write(4)))).toBeNull();
    expect(readerRoles(folder([{ role_id: 4, permission: 'mark' }]))).toBeNull();
  });

  it('are the readers and the writers', () => {
    expect(readerRoles(folder([...read(3), ...write(4)]))).toEqual([3, 4]);
  });
});

describe('meta.perms', () => {
  it('names roles, and omits removed ones', () => {
    const names = new Map([
      [3, 'staff'],
      [4, 'press'],
    ]);
    const permissions = folder([...read(3), ...write(4, 9), { role_id: 3, permission: 'mark' }]);
    expect(permissions && shownPermissions(permissions, names)).toEqual({
      roles: ['press'],
      read: ['staff'],
      mark: ['staff'],
      inherited: false,
    });
  });
});
