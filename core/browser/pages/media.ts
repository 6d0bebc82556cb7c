// Files that browsers can show (D321).
import { displayName, type ShownResource } from '../json-api-document.ts';
import { addressOf } from './frame.ts';

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
