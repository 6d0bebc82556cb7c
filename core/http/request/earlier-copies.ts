// Copies of a resource that clients send back: what it showed earlier is no change (D407, D768).
import { parseDateTime } from '../../date-values.ts';
import type { HandlerCall } from '../handler.ts';
import { nodeOf, type Members } from './identifier-members.ts';

/** The resource at the path of a request. */
export interface ShowResource {
  /** As the caller sees it; undefined when it is hidden. */
  read(call: HandlerCall, include: readonly string[]): Promise<Members | undefined>;
  /** Whether all of these resources are gone, and were seen by the caller. */
  areGone(identifiers: readonly Identifier[], call: HandlerCall): Promise<boolean>;
}

/** A copy, and the resource that it is compared with. */
export interface CopyScope {
  /** The resource in the body. */
  data: Members;
  call: HandlerCall;
  show: ShowResource;
}

type Identifier = Record<'type' | 'id', string>;

/** Immutable: an earlier copy has the same value. */
const FIXED: ReadonlySet<string> = new Set(['created', 'created_by']);

/** Streams may have been added since a copy was read. */
const GROWING: ReadonlySet<string> = new Set(['streams']);

/** Others may have changed the resource since a copy was read. */
const LAST_EDITOR = 'modified_by_user';

/** Milliseconds of a date with a time; undefined for other text. */
export const timeOf = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) ? parseDateTime(value)?.getTime() : undefined;

/** @param given `meta` of a copy @param shown `meta` of the resource */
function isEarlierCopy(given: Members, shown: Members): boolean {
  const [created, modified] = [timeOf(shown['created']) ?? NaN, timeOf(shown['modified']) ?? NaN];
  const copied = timeOf(given['modified']) ?? NaN;
  return created <= copied && copied < modified;
}

/** Values of `meta` in earlier states of the resource. */
export function wasShown(sent: { name: string; value: unknown }, given: Members, shown: Members): boolean {
  if (FIXED.has(sent.name)) return false;
  const isEarlier = isEarlierCopy(given, shown);
  if (sent.name === 'modified') return isEarlier;
  const [time, now] = [timeOf(sent.value) ?? NaN, timeOf(shown[sent.name]) ?? NaN];
  return isEarlier || ((timeOf(shown['created']) ?? NaN) <= time && time < now);
}

/** By type and id. */
function identifiersIn(relationship: unknown): Map<string, Identifier> {
  const items = [nodeOf(relationship)['data']].flat().filter((item) => item !== null && item !== undefined);
  return new Map(
    items.map((item) => {
      const [type, id] = [String(nodeOf(item)['type']), String(nodeOf(item)['id'])];
      return [`${type}/${id}`, { type, id }];
    }),
  );
}

/** The named relationships whose linkage is the present one, but for resources that are gone since (D768). */
export async function keptLinkage(
  sent: Members,
  names: readonly string[],
  { data, call, show }: CopyScope,
): Promise<Set<string>> {
  const kept = new Set<string>();
  const linked = names.filter((name) => 'data' in nodeOf(sent[name]));
  const shown = linked.length > 0 ? await show.read(call, linked) : undefined;
  const relationships = nodeOf(shown?.['relationships']);
  for (const name of linked) {
    const present = Object.hasOwn(relationships, name) ? nodeOf(relationships[name]) : {};
    if (!('data' in present)) continue;
    const [given, now] = [identifiersIn(sent[name]), identifiersIn(present)];
    const gone = [...given].flatMap(([key, identifier]) => (now.has(key) ? [] : [identifier]));
    const isOutdated = name === LAST_EDITOR && isEarlierCopy(nodeOf(data['meta']), nodeOf(shown?.['meta']));
    const hasAll = GROWING.has(name) || [...now.keys()].every((key) => given.has(key));
    if (isOutdated || (hasAll && (gone.length === 0 || (await show.areGone(gone, call))))) kept.add(name);
  }
  return kept;
}
