// The tokens of objects and the conditions of callers agree with `isVisible` and `mayRead`, for every kind of either.
import { describe, expect, it } from 'vitest';
import { ADMIN_ROLE_ID } from '../../../core/access/access-rules.ts';
import type { Access, Caller, Grant } from '../../../core/context.ts';
import { audiencesOf, withAudiences } from '../../../core/objects/visibility/audiences.ts';
import {
  isVisible,
  mayRead,
  publicationBounds,
  STATUSES,
  unreadableFilter,
  visibilityFor,
  visibleFilter,
  visibleTypes,
  visibleTypesFilter,
  withoutTrashCondition,
  type VisibleType,
} from '../../../core/objects/visibility/visibility.ts';
import type { ObjectView } from '../../../core/store/store.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const PAST = new Date('2025-01-01T00:00:00Z');
const FUTURE = new Date('2027-01-01T00:00:00Z');
const DOCUMENTS: VisibleType = { name: 'documents', kind: 'objects' };
const USERS: VisibleType = { name: 'users', kind: 'users' };

type Shown = ObjectView & { _id: number };

const DATES = [
  [null, null],
  [PAST, null],
  [FUTURE, null],
  [null, PAST],
  [PAST, FUTURE],
] as const;

/** One of each kind. */
function objectsOf(type: string): Shown[] {
  const made: Shown[] = [];
  for (const status of STATUSES)
    for (const [publish_start, publish_end] of DATES)
      for (const reader_roles of [null, [2], [2, 3]])
        for (const created_by of [null, 5, 6])
          for (const trashed of [false, true]) {
            const dates = { publish_start, publish_end, ...publicationBounds(publish_start, publish_end) };
            made.push(withAudiences({ _id: made.length, type, status, ...dates, reader_roles, created_by, trashed }));
          }
  return made;
}

interface ListRequest {
  read: Grant;
  write: Grant;
  level: string | undefined;
  checkDate: boolean;
  hasObjectPermissions: boolean;
  caller: Pick<Caller, 'userId' | 'roles' | 'isAdmin'>;
}

const CALLERS: ListRequest['caller'][] = [
  { userId: null, roles: new Set<number>(), isAdmin: false },
  { userId: 5, roles: new Set([2]), isAdmin: false },
  { userId: 6, roles: new Set([3, 4]), isAdmin: false },
  { userId: 5, roles: new Set([ADMIN_ROLE_ID]), isAdmin: true },
];

function* listRequests(): Generator<ListRequest> {
  for (const caller of CALLERS)
    for (const read of ['all', 'mine'] as const)
      for (const write of ['none', 'mine', 'all'] as const)
        for (const level of [undefined, 'on', 'draft', 'off'])
          for (const checkDate of [false, true])
            if (caller.userId !== null || (read !== 'mine' && write !== 'mine'))
              yield { caller, read, write, level, checkDate, hasObjectPermissions: true };
}

const contextOf = ({ read, write, level, checkDate, hasObjectPermissions, caller }: ListRequest) => {
  const settings: Record<string, unknown> = { 'Status.level': level, 'Publish.checkDate': checkDate };
  const access: Access = {
    grant: (_endpoint, side) => (side === 'read' ? read : write),
    setting: (name) => settings[name],
    textLocale: 'en',
    roleNames: new Map(),
    hasObjectPermissions,
  };
  return { access, caller: caller as Caller };
};

/** MongoDB's result for the conditions of visibility. */
function meets(object: Record<string, unknown>, condition: Record<string, unknown>): boolean {
  return Object.entries(condition).every(([name, wanted]) => {
    if (name === '$or') return (wanted as Record<string, unknown>[]).some((part) => meets(object, part));
    const value = object[name];
    const values: unknown[] = Array.isArray(value) ? value : [value];
    if (typeof wanted !== 'object' || wanted === null) return values.includes(wanted);
    return Object.entries(wanted).every(([operator, operand]) => {
      if (operator === '$in') return values.some((each) => (operand as unknown[]).includes(each));
      if (operator === '$nin') return !values.some((each) => (operand as unknown[]).includes(each));
      if (operator === '$lte') return (value as Date) <= (operand as Date);
      if (operator === '$gte') return (value as Date) >= (operand as Date);
      throw new Error(`what is ${operator}?`);
    });
  });
}

describe.each([DOCUMENTS, USERS])('objects of $name', (type) => {
  const objects = objectsOf(type.name);

  it('are found by exactly the callers who see them', () => {
    for (const each of listRequests()) {
      const context = contextOf(each);
      const visibility = visibilityFor(type, context, NOW);
      if (!visibility) throw new Error('nothing is seen');
      const filter = visibleFilter(visibility);
      const orTrashed = withoutTrashCondition(filter);
      const wrong = objects.filter((object) => {
        const isSeen = isVisible(object, visibility) && mayRead(object, context.caller);
        const wouldBe = isVisible({ ...object, trashed: false }, visibility) && mayRead(object, context.caller);
        return meets({ ...object }, filter) !== isSeen || meets({ ...object }, orTrashed) !== wouldBe;
      });
      expect([each, wrong]).toEqual([each, []]);
    }
  });

  it('are found by a filter on their status if they have it', () => {
    for (const each of listRequests()) {
      const visibility = visibilityFor(type, contextOf(each), NOW);
      if (!visibility) throw new Error('nothing is seen');
      for (const statuses of [[], ['on'], ['draft'], ['draft', 'off'], ['on', 'draft', 'off']] as const) {
        const [all, some] = [visibleFilter(visibility), visibleFilter({ ...visibility, requested: statuses })];
        const wrong = objects.filter((object) => {
          const isRequested = statuses.some((status) => status === object.status) && meets({ ...object }, all);
          return meets({ ...object }, some) !== isRequested;
        });
        expect([statuses, each, wrong]).toEqual([statuses, each, []]);
      }
    }
  });

  it('that are for other roles are recognised', () => {
    for (const each of listRequests()) {
      const context = contextOf(each);
      const [group] = visibleTypes([type], context, NOW);
      const filter = group && unreadableFilter(group);
      const matched = objects.filter((object) => filter !== undefined && meets({ ...object }, filter));
      expect([each, matched]).toEqual([each, objects.filter((object) => !mayRead(object, context.caller))]);
    }
  });
});

describe('audiences', () => {
  const plain = { type: 'documents', publish_start: null, publish_end: null, trashed: false, created_by: 5 };

  it('are one for a public object of any creator', () => {
    expect(audiencesOf({ ...plain, status: 'on' })).toEqual(['on']);
  });

  it('name the owner of an object that is not public, and its roles', () => {
    expect(audiencesOf({ ...plain, status: 'draft' })).toEqual(['draft', 'draft:u5']);
    expect(audiencesOf({ ...plain, status: 'on', publish_start: PAST })).toEqual(['dated', 'dated:u5']);
    expect(audiencesOf({ ...plain, status: 'on', reader_roles: [2, 3] })).toEqual(['on:r*', 'on:r2', 'on:r3']);
    expect(audiencesOf({ ...plain, status: 'off', reader_roles: [2] })).toEqual([
      'off:r*',
      'off:r2',
      'off:u5:r*',
      'off:u5:r2',
    ]);
  });

  it('distinguish other resources than content, and the trash', () => {
    expect(audiencesOf({ ...plain, type: 'users', status: 'on', trashed: true })).toEqual(['trash:users:on']);
  });
});

describe('a condition on rows of all types', () => {
  const types = [DOCUMENTS, { ...DOCUMENTS, name: 'images' }].map((type) => ({
    ...type,
    contentTypes: ['documents', 'images'],
  }));
  const [anyone] = listRequests();
  const context = contextOf(anyone as ListRequest);

  it('names no type when all types have the same visibility, so that only the index is read', () => {
    expect(Object.keys(visibleTypesFilter(visibleTypes(types, context, NOW)))).toEqual(['audiences']);
  });

  it('names the types when it applies to some of them', () => {
    const some = visibleTypes(types.slice(0, 1), context, NOW);
    expect(visibleTypesFilter(some)).toMatchObject({ type: { $in: ['documents'] } });
  });

  it('omits roles while no object is restricted, so that none is found before they are known', () => {
    const unknowing = contextOf({ ...(anyone as ListRequest), hasObjectPermissions: false });
    const filter = visibleTypesFilter(visibleTypes(types, unknowing, NOW));
    const guarded = objectsOf('documents').filter(({ reader_roles: roles }) => roles);
    expect(guarded.filter((object) => meets({ ...object }, filter))).toEqual([]);
  });
});
