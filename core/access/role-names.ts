// The names of roles that a caller sees, wherever they are shown (D762).
import type { Access, Caller } from '../context.ts';

const ofCaller = new WeakMap<Access, ReadonlyMap<number, string>>();

/** By id: all of them for callers who may read `/roles`, else those of the caller's own roles. */
export function visibleRoleNames(who: { access: Access; caller: Pick<Caller, 'roles'> }): ReadonlyMap<number, string> {
  const { access, caller } = who;
  if (access.grant('roles', 'read') === 'all') return access.roleNames;
  let names = ofCaller.get(access);
  if (!names) {
    names = new Map([...access.roleNames].filter(([id]) => caller.roles.has(id)));
    ofCaller.set(access, names);
  }
  return names;
}
