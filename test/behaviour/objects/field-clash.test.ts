// Attributes and relationships of a type share their names (JSON:API 1.1): no change of the model gives both the same
// name.
import { beforeAll, expect, it } from 'vitest';
import { errorCodes, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
beforeAll(async () => {
  await test.admin.create('/model/object_types', { name: 'lakes', singular: 'lake' });
});

const property = (object_type_name: string, name: string) =>
  test.admin.post('/model/properties', {
    data: { type: 'properties', attributes: { name, object_type_name, property_type_name: 'string' } },
  });
const link = (id: string, side: string) =>
  test.admin.post(`/model/relations/${id}/relationships/${side}_object_types`, {
    data: [{ type: 'object_types', id: 'lakes' }],
  });

it('refuses a relation on a type with an attribute of its name', async () => {
  expect((await property('lakes', 'rivers')).status).toBe(201);
  const { id } = await test.admin.create('/model/relations', { name: 'rivers', inverse_name: 'river_of' });
  const response = await link(id, 'left');
  expect(response.status).toBe(400);
  expect(errorCodes(response)[0]).toBe('invalid_data');
  expect(response.text).toContain('rivers');
  expect((await link(id, 'right')).status).toBe(200);
});

it('refuses an attribute of a type, or of one above it, with a relation of its name', async () => {
  const { id } = await test.admin.create('/model/relations', { name: 'islands', inverse_name: 'island_of' });
  await link(id, 'left');
  expect((await property('lakes', 'islands')).status).toBe(400);
  expect((await property('objects', 'islands')).status).toBe(400);
  expect((await property('documents', 'islands')).status).toBe(201);
});

it('accepts changes of a model with an existing clash', async () => {
  const { store, modelService } = test.service.services;
  await store.relations.updateOne({ name: 'islands' }, { $set: { name: 'uname' } });
  await store.state.updateOne({ _id: 'model' }, { $inc: { version: 1 } });
  await modelService.refresh();
  expect((await property('lakes', 'depth')).status).toBe(201);
});
