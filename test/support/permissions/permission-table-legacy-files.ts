// The part of the permission table for files, posters and the own user on the legacy side. Written by hand.
import type { Row } from './permission-rows.ts';

export const LEGACY_FILES_TABLE: Record<string, Row> = {
  uploadLegacyFile: {
    at: 'POST /files/file/wombat.txt',
    who: 'editors',
    body: () => 'Wombat',
    contentType: 'text/plain',
  },
  // The image has no file, so there is no poster.
  getPoster: { at: 'GET /poster/{image}', who: 'everyone', status: 404 },
  getPosterAlias: { at: 'GET /posters/{image}', who: 'everyone', status: 404 },
  listPosters: { at: 'GET /posters?id={image}', who: 'everyone' },
  getMe: { at: 'GET /me', who: 'signed in' },
};
