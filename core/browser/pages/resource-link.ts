// Addresses of resources: their pages, their files that browsers can show, and links to users by their names (D321, D370).
import { displayName, type ResourceIdentifier, type People, type ShownResource } from '../json-api-document.ts';
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

export interface Media {
  kind: 'image' | 'video' | 'audio';
  src: string;
  label: string;
}

const KINDS: Readonly<Record<string, Media['kind']>> = { images: 'image', videos: 'video', audio: 'audio' };

/** The file of a media object, if browsers can show it; undefined for any other resource. */
export function mediaOf(resource: ShownResource, base: string): Media | undefined {
  const mime = resource.attributes?.['mime_type'];
  const kind = KINDS[resource.type] ?? (typeof mime === 'string' && mime.startsWith('image/') ? 'image' : undefined);
  const url = resource.meta?.['media_url'] ?? resource.meta?.['url'];
  const address = typeof url === 'string' ? addressOf(url, base) : undefined;
  return kind && address?.isOwn ? { kind, src: address.href, label: displayName(resource) } : undefined;
}
