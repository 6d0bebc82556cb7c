// The part of the permission table that is about thumbnails. Written by hand: who sees the object sees them.
import type { Row } from './permission-rows.ts';

export const THUMBNAILS_TABLE: Record<string, Row> = {
  listThumbnails: { at: 'GET /media/thumbs?ids={document}', who: 'everyone' },
  getThumbnails: { at: 'GET /media/thumbs/{image}', who: 'everyone' },
  // There is none of that name, whoever asks.
  downloadThumbnail: { at: 'GET /media/thumbs/{image}/none.png', who: 'everyone', status: 404 },
};
