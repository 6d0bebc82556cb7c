// The part of the permission table for resources that belong to objects, and for history. Written by hand.
import { update, type Row } from './permission-rows.ts';

const ofDocument = (type: string, attributes: object) => (ids: Record<string, string>) => ({
  data: { type, attributes: { object_id: Number(ids['document']), ...attributes } },
});

export const TRANSLATIONS_TABLE: Record<string, Row> = {
  listTranslations: { at: 'GET /translations', who: 'everyone' },
  getTranslation: { at: 'GET /translations/{translation}', who: 'everyone' },
  getTranslationObject: { at: 'GET /translations/{translation}/object', who: 'everyone' },
  getTranslationObjectLink: { at: 'GET /translations/{translation}/relationships/object', who: 'everyone' },
  createTranslation: {
    at: 'POST /translations',
    who: 'editors',
    needs: ['document'],
    body: ofDocument('translations', { lang: 'it', status: 'on' }),
  },
  updateTranslation: {
    at: 'PATCH /translations/{translation}',
    who: 'editors',
    body: update('translations', 'translation', { translated_fields: { title: 'Vombato' } }),
  },
  deleteTranslation: { at: 'DELETE /translations/{translation}', who: 'editors' },
  listTypedObjectTranslations: { at: 'GET /documents/{document}/translations', who: 'everyone' },
  listTypedObjectTranslationLinks: { at: 'GET /documents/{document}/relationships/translations', who: 'everyone' },

  // Every signed-in user annotates; only the author and admins change existing annotations.
  listAnnotations: { at: 'GET /annotations', who: 'everyone' },
  getAnnotation: { at: 'GET /annotations/{annotation}', who: 'everyone' },
  getAnnotationObject: { at: 'GET /annotations/{annotation}/object', who: 'everyone' },
  getAnnotationObjectLink: { at: 'GET /annotations/{annotation}/relationships/object', who: 'everyone' },
  createAnnotation: {
    at: 'POST /annotations',
    who: 'signed in',
    needs: ['document'],
    body: ofDocument('annotations', { description: 'Wombat' }),
  },
  // That of an admin.
  updateAnnotation: {
    at: 'PATCH /annotations/{annotation}',
    who: 'admins',
    body: update('annotations', 'annotation', { description: 'Another wombat' }),
  },
  deleteAnnotation: { at: 'DELETE /annotations/{annotation}', who: 'admins' },

  listHistory: { at: 'GET /history', who: 'signed in' },
};
