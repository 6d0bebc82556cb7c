// The part of the permission table for thumbnails. Written by hand: callers who see the object see them.
import type { Row } from './permission-rows.ts';

export const THUMBNAILS_TABLE: Record<string, Row> = {
  listThumbnails: { at: 'GET /media/thumbs?ids={document}', who: 'everyone' },
  getThumbnails: { at: 'GET /media/thumbs/{image}', who: 'everyone' },
  // None has that name, for any caller.
  downloadThumbnail: { at: 'GET /media/thumbs/{image}/none.png', who: 'everyone', status: 404 },
};
