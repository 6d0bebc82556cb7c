// A database without version numbers in its change rows is migrated (D505).
import { expect, it } from 'vitest';
import { addVersionNumbers } from '../../core/migrations/add-version-numbers.ts';
import { type ResourceData, serviceForTests } from '../support/service.ts';
import { at, list, numbers, patch, read } from '../support/versions.ts';

const OLD_INDEX = { resource_type: 1, resource_id: 1, _id: 1 } as const;

const test = serviceForTests({ env: { JWT_TTL: '9999d' } });

/** All versions, as their lists and by themselves. */
async function shown(objects: readonly Pick<ResourceData, 'type' | 'id'>[]): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const object of objects) {
    const { data } = await list(test.admin, object);
    all.push(data);
    for (const { meta } of data) {
      meta.changed.sort();
      all.push((await read(test.admin, object, meta.number)).attributes);
    }
  }
  return all;
}

it('the changes of each object are numbered if they are complete, repeatably', async () => {
  const { store, recordedEvents } = test.service.services;
  const { changes } = store;
  const [first, second] = [
    await test.editor.create('/documents', { title: 'One', extra: { added: [1] } }),
    await test.editor.create('/events', { title: 'Two', status: 'on', publish_start: '2020-01-01T00:00:00Z' }),
  ];
  const broken = await test.editor.create('/documents', { title: 'Broken' });
  const folder = await test.editor.create('/folders', { title: 'A folder' });
  // Looks like a change of links, and is one of an attribute.
  await patch(test.editor, first, { extra: { removed: [1, 2] } });
  await patch(test.editor, second, { status: 'draft', publish_start: null });
  const links = { data: [{ id: broken.id, type: 'documents' }] };
  await test.editor.post(`/documents/${first.id}/relationships/see_also`, links);
  await test.editor.post(`/folders/${folder.id}/relationships/children`, {
    data: [{ id: first.id, type: 'documents' }],
  });
  await test.editor.delete(`/documents/${first.id}`);
  await test.editor.patch(`/trash/${first.id}`, { data: { id: first.id, type: 'documents' } });
  await patch(test.editor, broken, { title: 'Broken again' });
  const whole = [first, second, folder, { type: 'users', id: '1' }];
  const before = await shown(whole);
  // Events are numbered in the rows soon after their commit.
  await recordedEvents.numbering.settle();
  const rows = await changes.find().sort({ _id: 1 }).toArray();

  await changes.updateMany({}, { $unset: { version: '' } });
  await changes.updateMany(
    { resource_id: '1', user_id: null },
    { $unset: { 'changed.status': '', 'changed.company': '' } },
  );
  await changes.deleteOne({ resource_id: broken.id, user_action: 'create' });
  await changes.createIndex(OLD_INDEX);
  for (const object of whole) expect(await numbers(test.admin, object)).toEqual([]);
  expect((await test.editor.get(at(first, '/1'))).status).toBe(404);

  await addVersionNumbers.run(store);
  await addVersionNumbers.run(store);
  expect(await shown(whole)).toEqual(before);
  const kept = rows.filter((row) => row.resource_id !== broken.id);
  expect(
    await changes
      .find({ resource_id: { $ne: broken.id } })
      .sort({ _id: 1 })
      .toArray(),
  ).toEqual(kept);
  expect((await changes.indexes()).filter(({ key }) => JSON.stringify(key) === JSON.stringify(OLD_INDEX))).toEqual([]);

  // Versions that cannot be rebuilt are not shown, and later ones are numbered after them.
  expect(await numbers(test.editor, broken)).toEqual([]);
  await patch(test.editor, broken, { title: 'Once more' });
  expect(await numbers(test.editor, broken)).toEqual([]);
  expect((await test.editor.get(at(broken, '/3'))).status).toBe(404);
});
