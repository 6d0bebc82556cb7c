// Concurrent requests for the same objects are each executed as a whole (service.md 1.2, D28).
import { expect, it } from 'vitest';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

it('adding and removing the same children concurrently leaves all or none of them', async () => {
  const titles = ['One', 'Other'];
  for (let round = 0; round < 5; round++) {
    const folder = await test.admin.create('/folders', { title: 'Folder' });
    const [there, elsewhere] = await Promise.all(titles.map((title) => test.admin.create('/documents', { title })));
    const path = `/folders/${folder.id}/relationships/children`;
    const both = [there, elsewhere].map((document) => ({ type: 'documents', id: document?.id }));
    await test.admin.post(path, { data: both.slice(0, 1) });
    const [added, removed] = await Promise.all([
      test.admin.post(path, { data: both }),
      test.admin.delete(path, {}, { data: both }),
    ]);
    expect([added.status, removed.status]).toEqual([200, 204]);
    const children = await test.admin.get(`/folders/${folder.id}/children`);
    expect([0, 2]).toContain((children.body as { data: unknown[] }).data.length);
  }
});
