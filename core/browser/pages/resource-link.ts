// Pages of resources, and links to users by their names (D321, D370).
import type { ResourceIdentifier, People, ShownResource } from '../json-api-document.ts';
import { addressOf, ownHref, type Frame } from './frame.ts';
import type { ShownValue } from './shown-value.ts';

/** The page of a resource: its self link, else that of its type and id. */
export function resourceHref(resource: ShownResource | ResourceIdentifier, frame: Frame): string | undefined {
  const self = 'links' in resource ? resource.links?.self : undefined;
  if (self !== undefined) return addressOf(self, frame.base)?.href;
  const isServed = frame.endpoints.some(({ path }) => path === `/${resource.type}`);
  return isServed ? ownHref(`/${resource.type}/${encodeURIComponent(resource.id)}`, frame) : undefined;
}

const USER_IDS: ReadonlySet<string> = new Set(['created_by', 'modified_by', 'user_id']);

/** The link to a user, by name if it is known; undefined for an invalid id. */
export function userValue(name: string, id: unknown, people: People, frame: Frame): ShownValue | undefined {
  if (!USER_IDS.has(name) || typeof id !== 'number') return undefined;
  const href = resourceHref({ type: 'users', id: String(id) }, frame);
  const text = people[String(id)] ?? `user ${id}`;
  return href === undefined ? { kind: 'text', text } : { kind: 'link', text, address: { href, isOwn: true } };
}
