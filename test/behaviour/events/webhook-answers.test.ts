// What a receiver asks for (D767), and events of purges, for every kind that can be purged (D766).
import { describe, expect, it } from 'vitest';
import { waitOf } from '../../../core/webhooks/post-message.ts';
import { newPicture, upload } from '../../support/files/uploads.ts';
import type { ResourceData } from '../../support/service.ts';
import { webhookWorld } from '../../support/events/webhook-world.ts';

const { test, receiver, hookAt, settle, make, change, update, delivered, deliveries } = webhookWorld();
const hook = async (id: string) =>
  ((await test().admin.get(`/admin/webhooks/${id}`)).body as { data: ResourceData }).data;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

describe('a receiver that answers', () => {
  it('410 Gone gets no more messages, and administrators get a mail', async () => {
    const { store } = test().service.services;
    await store.documents('users').updateOne({ _id: 1 }, { $set: { email: 'admin@example.org' } });
    const { id, attributes } = await hookAt();
    receiver().answer = () => 410;
    await make({ status: 'on' });
    await settle();
    const disabled = await hook(id);
    expect([disabled.attributes['enabled'], disabled.meta['disabled_reason']]).toEqual([
      false,
      expect.stringContaining('410'),
    ]);
    const count = receiver().received.length;
    receiver().answer = () => 204;
    await make({ status: 'on' });
    test().clock.advance(HOUR);
    await settle();
    expect(receiver().received).toHaveLength(count);
    const jobs = await store.asyncJobs.find({ 'payload.template': 'webhook_disabled' }).toArray();
    expect(jobs.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ to: 'admin@example.org', device: attributes['name'] }),
    );
    await update(id, { enabled: true });
    await settle();
    expect(delivered().length).toBeGreaterThanOrEqual(2);
  });

  it.each([503, 429, 500])('%s with Retry-After gets nothing before that time', async (status) => {
    await hookAt('', { object_types: ['documents'], role_id: 1 });
    receiver().answer = (_message, response) => {
      response.writeHead(status, { 'Retry-After': '7200' }).end();
      return undefined;
    };
    const id = await make({ status: 'draft' });
    await settle();
    const count = receiver().received.length;
    expect(count).toBe(1);
    receiver().answer = () => 204;
    await change(id, { title: 'Later' });
    await make({ status: 'draft' });
    test().clock.advance(7_199 * SECOND);
    await settle();
    expect(receiver().received).toHaveLength(count);
    test().clock.advance(2 * SECOND);
    await settle();
    await settle();
    expect(delivered()).toHaveLength(3);
    expect(await deliveries('&filter[state]=waiting')).toEqual([]);
  });

  it('Retry-After is a number of seconds or a date, a day at most', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    const waits = [
      '120',
      ' 120 ',
      'Thu, 01 Jan 2026 00:02:00 GMT',
      '999999999',
      '0',
      '-1',
      '1.5',
      'soon',
      '',
      undefined,
    ];
    expect(waits.map((text) => waitOf(text, now))).toEqual([
      120_000,
      120_000,
      120_000,
      86_400_000,
      0,
      ...Array.from({ length: 5 }, () => undefined),
    ]);
    expect(waitOf('Wed, 31 Dec 2025 23:00:00 GMT', now)).toBe(0);
  });
});

/** A busy process rests between groups of messages. */
async function settleUntil(about: string): Promise<void> {
  for (let round = 0; round < 20 && !delivered().includes(about); round++) await settle();
}

describe('a purge', () => {
  const PURGED: Record<string, () => Promise<{ type: string; id: string }>> = {
    documents: async () => ({ type: 'documents', id: await make({ status: 'on' }) }),
    'drafts of documents': async () => ({ type: 'documents', id: await make({ status: 'draft' }) }),
    folders: async () => ({ type: 'folders', id: await make({ status: 'on' }, 'folders') }),
    'images with a file': async () => {
      const id = await make({ status: 'on' }, 'images');
      await upload(test().admin, `POST /streams/version/${id}/a.png`, await newPicture());
      return { type: 'images', id };
    },
    users: async () => {
      const account = { username: 'purged', password: 'a long password', uname: 'purged', status: 'on' };
      return { type: 'users', id: (await test().admin.create('/users', account)).id };
    },
    'authors, who stay as anonymous users': async () => {
      const author = await test().addClient('author', [2]);
      await author.create('/documents', { title: 'By the author' });
      const found = await test()
        .service.services.store.documents('users')
        .findOne({ username: 'author' } as never);
      return { type: 'users', id: String(found?._id) };
    },
  };

  it.each(Object.entries(PURGED))(
    'has an event `removed`, in the feed and for webhooks: %s',
    async (_name, makeOne) => {
      await hookAt('', { role_id: 1 });
      const { type, id } = await makeOne();
      await settle();
      const start = ((await test().admin.get('/feed?page_size=1&page[before]=')).body as { data: ResourceData[] })
        .data[0];
      expect((await test().admin.delete(`/${type}/${id}`)).status).toBe(204);
      expect((await test().admin.delete(`/trash/${id}`)).status).toBe(204);
      await settleUntil(`removed ${id}`);
      const after = await test().admin.get(`/feed?page_size=100&page[after]=${start?.id ?? ''}`);
      expect(after.text).toContain('removed');
      expect(delivered()).toContain(`removed ${id}`);
    },
  );

  it('of a folder has one for each folder below', async () => {
    await hookAt('', { role_id: 1 });
    const [above, below] = [await make({ status: 'on' }, 'folders'), await make({ status: 'on' }, 'folders')];
    const data = [{ type: 'folders', id: below }];
    await test().admin.post(`/folders/${above}/relationships/children`, { data });
    await test().admin.delete(`/folders/${above}`);
    await test().admin.delete(`/trash/${above}`);
    for (const id of [above, below]) await settleUntil(`removed ${id}`);
    expect(delivered()).toEqual(expect.arrayContaining([`removed ${above}`, `removed ${below}`]));
  });

  it('is hidden from callers who would not see the object outside of the trash', async () => {
    await hookAt();
    const [open, draft] = [await make({ status: 'on' }), await make({ status: 'draft' })];
    for (const id of [open, draft]) {
      await test().editor.delete(`/documents/${id}`);
      await test().editor.delete(`/trash/${id}`);
    }
    await settleUntil(`removed ${open}`);
    expect(delivered()).toContain(`removed ${open}`);
    expect(delivered().join()).not.toContain(` ${draft}`);
  });
});
