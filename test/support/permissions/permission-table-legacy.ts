// The permitted callers of each operation of the legacy side (D19). Written by hand from the decisions, not derived.
import { FLAT, type Row } from './permission-rows.ts';

const write = (at: string, data: object, status?: number): Row => ({
  at,
  who: 'editors',
  body: () => ({ data }),
  contentType: FLAT,
  ...(status !== undefined && { status }),
});

export const LEGACY_TABLE: Record<string, Row> = {
  addObjectRelations: {
    ...write('POST /objects/{placed}/relations/see_also', {}),
    needs: ['otherPlaced'],
    body: (ids) => ({ data: { related_id: Number(ids['otherPlaced']) } }),
  },
  // They are not related.
  replaceObjectRelation: write('PUT /objects/{placed}/relations/see_also/{otherPlaced}', { priority: 1 }, 400),
  removeObjectRelation: {
    at: 'DELETE /objects/{placed}/relations/see_also/{otherPlaced}',
    who: 'editors',
    status: 404,
  },
  addObjectChildren: {
    ...write('POST /objects/publication/children', {}),
    needs: ['placed'],
    body: (ids) => ({ data: { child_id: Number(ids['placed']) } }),
  },
  replaceObjectChild: write('PUT /objects/publication/children/{placed}', { priority: 1 }),
  removeObjectChild: { at: 'DELETE /objects/publication/children/{placed}', who: 'editors' },
};
