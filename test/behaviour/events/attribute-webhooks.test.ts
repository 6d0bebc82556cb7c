// Webhooks and listeners of the feed read attributes by the role of the webhook, and the roles of the listener (D578).
import { expect, it } from 'vitest';
import { webhookWorld } from '../../support/events/webhook-world.ts';
import type { ResourceData } from '../../support/service.ts';

const { test, receiver, hookAt, settle, update } = webhookWorld();

it('a webhook shows the attributes that its role may read, and names no others', async () => {
  const { id: role } = await test().admin.create('/roles', { name: 'board' });
  const { data } = (await test().admin.get('/model/object_types/documents')).body as { data: ResourceData };
  const attributes = {
    attribute_permissions: { description: { read: ['board', 'editor'] }, title: { read: ['board'] } },
  };
  const body = { data: { type: 'object_types', id: data.id, attributes } };
  expect((await test().admin.patch(`/model/object_types/${data.id}`, body)).status).toBe(200);
  await hookAt('/public');
  await hookAt('/editors', { role_id: 2 });
  await hookAt('/board', { role_id: Number(role) });
  const made = await test().admin.create('/documents', { title: 'Zebra', description: 'stripes', status: 'on' });
  await settle();
  const change = {
    id: made.id,
    type: 'documents',
    attributes: { title: 'Zebras', description: 'more stripes', body: 'x' },
  };
  await test().admin.patch(`/documents/${made.id}`, { data: change });
  await settle();
  const last = (path: string) => {
    const message = receiver()
      .accepted.filter((each) => each.path === path && each.about.startsWith('updated'))
      .at(-1);
    if (!message) throw new Error(`nothing came to ${path}`);
    const { changed, document } = message.event.data;
    const { title, description } = document?.data.attributes ?? {};
    return { changed: [...changed].sort(), title, description };
  };
  expect(last('/public')).toEqual({ changed: ['body'], title: undefined, description: undefined });
  expect(last('/editors')).toEqual({
    changed: ['body', 'description'],
    title: undefined,
    description: 'more stripes',
  });
  expect(last('/board')).toEqual({
    changed: ['body', 'description', 'title'],
    title: 'Zebras',
    description: 'more stripes',
  });
  for (const { path, body: text } of receiver().accepted) {
    if (path === '/public') expect(text).not.toMatch(/zebra|stripes/i);
  }
});

it('a filter of a webhook accepts only attributes that its role may read', async () => {
  const options = { name: 'filtered', url: receiver().url, object_types: ['documents'], filter: { title: 'Zebras' } };
  const refused = await test().admin.post('/admin/webhooks', {
    data: { type: 'webhooks', attributes: { ...options, role_id: 2 } },
  });
  expect(refused.status).toBe(400);
  const hook = await hookAt('/all', { object_types: ['documents'], filter: { title: 'Zebras' }, role_id: 1 });
  await expect(update(hook.id, { role_id: 2 })).rejects.toThrow(/title/);
});
