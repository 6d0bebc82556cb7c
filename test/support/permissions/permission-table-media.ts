// The part of the permission table for the streams of media objects, at the object. Written by hand.
import type { Row } from './permission-rows.ts';

const links = () => ({ data: [{ type: 'streams', id: '019e2005-5c1e-7d30-9a51-2f6b8f0c4a11' }] });
const at = (method: string): string => `${method} /images/{image}/relationships/streams`;

export const MEDIA_TABLE: Record<string, Row> = {
  listTypedObjectStreams: { at: 'GET /images/{image}/streams', who: 'everyone' },
  listTypedObjectStreamLinks: { at: at('GET'), who: 'everyone' },
  // Never permitted, for any caller.
  addTypedObjectStreams: { at: at('POST'), who: 'editors', body: links, status: 403 },
  replaceTypedObjectStreams: { at: at('PATCH'), who: 'editors', body: links, status: 403 },
  removeTypedObjectStreams: { at: at('DELETE'), who: 'editors', body: links, status: 403 },
};
