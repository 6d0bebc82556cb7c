// The object of the service for a record, or for an identifier in one.
import { CommandError } from '../command-line.ts';
import { derivedUname, keyOf, storedUname } from './keys.ts';
import type { SourceResource } from './resource.ts';
import type { Known, Target } from './target.ts';

/** Objects whose id and uname differ: about 200 bytes each. */
const MAX_RENAMED = 1_000_000;
const MAX_REMEMBERED = 100_000;

export interface Names {
  /** Stores an id whose object has another uname than derived from the id. @throws CommandError when there are too many */
  note(resource: SourceResource): void;
  /** undefined for a record that cannot be identified again. */
  keyOf(resource: SourceResource): string | undefined;
  /** Looks up the names of a batch, in one request where possible. */
  prepare(resources: readonly SourceResource[]): Promise<void>;
  /** The object with a uname, as prepared. */
  get(uname: string): Known | undefined;
  /** The object of an identifier in the source, as prepared. */
  resolve(identifier: { type: string; id: string }): Known | undefined;
  set(uname: string, known: Known): void;
}

export function createNames(target: Target, source: string): Names {
  const renamed = new Map<string, string>();
  const known = new Map<string, Known>();
  const noted = ({ type, id }: { type: string; id: string }): string => `${type}/${id}`;

  /** The possible unames of an identifier, the likeliest first. */
  function candidates(identifier: { type: string; id: string }): string[] {
    const own = renamed.get(noted(identifier));
    if (own !== undefined) return [own];
    const plain = storedUname(identifier.id);
    return [derivedUname(source, identifier.type, identifier.id), ...(plain === undefined ? [] : [plain])];
  }

  return {
    note(resource) {
      const { type, id } = resource;
      const key = keyOf(source, resource);
      if (id === undefined || key === undefined || key === storedUname(id) || key === derivedUname(source, type, id))
        return;
      if (renamed.size >= MAX_RENAMED) {
        throw new CommandError(`more than ${MAX_RENAMED} objects have both a uname and an id: split the file`);
      }
      renamed.set(noted({ type, id }), key);
    },
    keyOf: (resource) => keyOf(source, resource),
    async prepare(resources) {
      const wanted = new Set<string>();
      for (const resource of resources) {
        const key = keyOf(source, resource);
        if (key !== undefined) wanted.add(key);
        const own = resource.id === undefined ? [] : [{ type: resource.type, id: resource.id }];
        for (const each of [...own, ...Object.values(resource.relationships).flat()]) {
          for (const name of candidates(each)) wanted.add(name);
        }
      }
      const unknown = [...wanted].filter((name) => !known.has(name));
      // The oldest ones are dropped, but none of this batch.
      for (const name of known.keys()) {
        if (known.size + unknown.length <= MAX_REMEMBERED) break;
        if (!wanted.has(name)) known.delete(name);
      }
      if (unknown.length === 0) return;
      for (const [name, object] of await target.find(unknown)) known.set(name, object);
    },
    get: (uname) => known.get(uname),
    resolve: (identifier) =>
      candidates(identifier)
        .map((name) => known.get(name))
        .find((each) => each !== undefined),
    set: (uname, object) => void known.set(uname, object),
  };
}
