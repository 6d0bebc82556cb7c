// The part of the permission table for relations between objects. Written by hand.
import { links, type Row } from './permission-rows.ts';

const change = (method: string): Row => ({
  at: `${method} /documents/{document}/relationships/see_also`,
  who: 'editors',
  needs: ['related'],
  body: links('documents', 'related'),
});

export const RELATIONS_TABLE: Record<string, Row> = {
  // Read by all, written by editors, as objects are.
  listObjectRelated: { at: 'GET /objects/{document}/see_also', who: 'everyone' },
  listObjectRelatedLinks: { at: 'GET /objects/{document}/relationships/see_also', who: 'everyone' },
  listTypedObjectRelated: { at: 'GET /documents/{document}/see_also', who: 'everyone' },
  listTypedObjectRelatedLinks: { at: 'GET /documents/{document}/relationships/see_also', who: 'everyone' },
  addTypedObjectRelated: change('POST'),
  replaceTypedObjectRelated: change('PATCH'),
  removeTypedObjectRelated: change('DELETE'),
  getTypedObjectCreatedByUser: { at: 'GET /documents/{document}/created_by_user', who: 'everyone' },
  getTypedObjectCreatedByUserLink: { at: 'GET /documents/{document}/relationships/created_by_user', who: 'everyone' },
  getTypedObjectModifiedByUser: { at: 'GET /documents/{document}/modified_by_user', who: 'everyone' },
  getTypedObjectModifiedByUserLink: {
    at: 'GET /documents/{document}/relationships/modified_by_user',
    who: 'everyone',
  },
};
