// The part of the permission table for the trash, and for requests with several objects. Written by hand.
import { ATOMIC } from '../clients/atomic.ts';
import { update, type Row } from './permission-rows.ts';

export const TRASH_TABLE: Record<string, Row> = {
  // Signed-in users see their own items; editors see all, and may restore and purge them.
  listTrash: { at: 'GET /trash', who: 'signed in' },
  getTrashedObject: { at: 'GET /trash/{trashed}', who: 'editors, others their own' },
  restoreTrashedObject: { at: 'PATCH /trash/{trashed}', who: 'editors', body: update('objects', 'trashed', {}) },
  purgeTrashedObject: { at: 'DELETE /trash/{trashed}', who: 'editors' },
  purgeTrashedObjects: { at: 'DELETE /trash?ids={trashed}', who: 'editors' },

  deleteObjects: { at: 'DELETE /objects?ids={document}', who: 'editors' },
  deleteTypedObjects: { at: 'DELETE /documents?ids={document}', who: 'editors' },
  editObjects: {
    at: 'POST /bulk/edit',
    who: 'editors',
    needs: ['document'],
    body: (ids) => ({ data: { attributes: { title: 'Wombats' }, objects: { documents: [ids['document']] } } }),
  },
  // It is for all; each of its operations is for those whom its request is for.
  changeResources: {
    at: 'POST /operations',
    who: 'editors',
    body: () => ({
      'atomic:operations': [{ op: 'add', data: { type: 'documents', attributes: { title: 'Wombat' } } }],
    }),
    contentType: ATOMIC,
  },
  cloneTypedObject: {
    at: 'POST /documents/{document}/actions/clone',
    who: 'editors',
    body: () => ({ data: { type: 'documents' } }),
  },
};
