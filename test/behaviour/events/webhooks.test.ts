// Webhooks (D655): the messages, their receivers and order, and failed deliveries.
import { describe, expect, it } from 'vitest';
import type { ResourceData } from '../../support/service.ts';
import { isSignedBy } from '../../../scripts/events/receiver.ts';
import { webhookWorld } from '../../support/events/webhook-world.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const { test, receiver, hookAt, settle, make, change, update, delivered, deliveries } = webhookWorld();

describe('a message', () => {
  it('is a CloudEvent with the document of the object, signed', async () => {
    const hook = await hookAt('/hooks', { role_id: 2, fields: 'title,status' });
    const id = await make({ title: 'One', status: 'draft' });
    await settle();
    expect(delivered()).toEqual([`created ${id}`]);
    const [message] = receiver().accepted;
    if (!message) throw new Error('nothing came');
    const { event, headers, path } = message;
    expect(path).toBe('/hooks');
    expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    expect(event).toMatchObject({
      specversion: '1.0',
      type: 'colophon.object.created',
      subject: `/documents/${id}`,
      datacontenttype: 'application/json',
      time: '2026-05-13T07:09:23.000Z',
    });
    expect(message.id).toBe(`${hook.id}-${event.id}`);
    const { document } = event.data;
    expect(document?.data.attributes).toEqual({ title: 'One', status: 'draft' });
    const own = await test().editor.get(`/documents/${id}?fields=title,status`);
    expect(document?.data).toEqual((own.body as { data: object }).data);
    const { secret } = hook.meta as { secret: string };
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(isSignedBy(message, secret)).toBe(true);
    expect(isSignedBy({ ...message, body: `${message.body} ` }, secret)).toBe(false);
    expect(Number(headers['webhook-timestamp'])).toBe(Date.parse('2026-05-13T07:09:23Z') / 1_000);
  });

  it('shows only data that the role sees', async () => {
    await hookAt('/public');
    await hookAt('/editors', { role_id: 2 });
    const id = await make({ title: 'Draft', status: 'draft' });
    await settle();
    expect([delivered('/public'), delivered('/editors')]).toEqual([[], [`created ${id}`]]);
    await change(id, { status: 'on' });
    await settle();
    expect(delivered('/public')).toEqual([`updated ${id}`, `published ${id}`]);
    await change(id, { status: 'off', title: 'Hidden again' });
    await settle();
    expect(delivered('/public').slice(2)).toEqual([`unpublished ${id}`]);
    const end = receiver()
      .accepted.filter(({ path }) => path === '/public')
      .at(-1);
    expect(end?.event.data).toEqual({ id, type: 'documents', changed: [], document: null });
    expect(end?.body).not.toContain('Hidden');
  });

  it('has included objects as the role sees them', async () => {
    await hookAt('', { include: 'see_also', object_types: ['documents'] });
    const [id, shown, hidden] = [
      await make({ title: 'One', status: 'on' }),
      await make({ title: 'Shown', status: 'on' }),
      await make({ title: 'Hidden', status: 'draft' }),
    ];
    await settle();
    const data = [shown, hidden].map((each) => ({ type: 'documents', id: each }));
    expect((await test().editor.post(`/documents/${id}/relationships/see_also`, { data })).status).toBeLessThan(300);
    await settle();
    const last = receiver()
      .accepted.filter(({ about }) => about === `updated ${id}`)
      .at(-1);
    expect(last?.event.data.document?.included).toEqual([expect.objectContaining({ id: shown })]);
    expect(last?.body).not.toContain('Hidden');
  });

  it('is sent for the configured events, types and objects', async () => {
    await hookAt('/types', { object_types: ['events'] });
    await hookAt('/events', { events: ['colophon.object.deleted', 'colophon.model.created'], role_id: 1 });
    await hookAt('/filter', { object_types: ['documents'], filter: { title: { like: 'wanted' } }, role_id: 2 });
    const [event, document, wanted] = [
      await make({ title: 'An event', status: 'on' }, 'events'),
      await make({ title: 'A document', status: 'on' }),
      await make({ title: 'A wanted document', status: 'on' }),
    ];
    await test().editor.delete(`/documents/${document}`);
    const tag = await test().admin.create('/model/tags', { name: 'a-tag' });
    await settle();
    expect(delivered('/types')).toEqual([`created ${event}`, `published ${event}`]);
    expect(delivered('/events')).toEqual([`deleted ${document}`, `created ${tag.id}`]);
    // Removed objects cannot be compared with a filter.
    const filtered = delivered('/filter');
    expect(filtered.filter((about) => about.endsWith(wanted))).toEqual([`created ${wanted}`, `published ${wanted}`]);
    expect(filtered.filter((about) => about.endsWith(document))).toEqual([
      `deleted ${document}`,
      `unpublished ${document}`,
    ]);
  });
});

describe('a delivery that fails', () => {
  it('is retried with the same id, and delays later events of its object only', async () => {
    const hook = await hookAt();
    const [one, two] = [await make({ status: 'on' }), await make({ status: 'on' })];
    await settle();
    receiver().accepted.length = 0;
    receiver().answer = ({ event }) => (event.data.id === one ? 500 : 204);
    await change(one, { title: 'First' });
    await change(two, { title: 'First' });
    await settle();
    await change(one, { title: 'Second' });
    await change(two, { title: 'Second' });
    await settle();
    expect(delivered()).toEqual([`updated ${two}`, `updated ${two}`]);
    const waiting = await deliveries('&filter[state]=waiting');
    expect(waiting.map(({ attributes }) => attributes)).toMatchObject([
      { webhook_id: Number(hook.id), subject: `/documents/${one}`, attempts: 1, status: 500 },
      { webhook_id: Number(hook.id), subject: `/documents/${one}`, attempts: 0, status: null },
    ]);
    receiver().answer = () => 204;
    test().clock.advance(4 * SECOND);
    await settle();
    expect(delivered()).toHaveLength(2);
    test().clock.advance(2 * SECOND);
    await settle();
    expect(delivered().slice(2)).toEqual([`updated ${one}`, `updated ${one}`]);
    const ofOne = receiver()
      .received.filter(({ about }) => about === `updated ${one}`)
      .map(({ id }) => id);
    expect(ofOne[0]).toBe(ofOne[1]);
    expect(new Set(ofOne).size).toBe(2);
    expect(await deliveries('&filter[state]=waiting')).toEqual([]);
  });

  it('waits longer each time, and disables the webhook after three days', async () => {
    const hook = await hookAt('', { object_types: ['documents'] });
    receiver().answer = () => 503;
    const id = await make({ status: 'on' });
    await settle();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt++) {
      const [first] = await deliveries(`&filter[webhook_id]=${hook.id}`);
      const { attempts, next } = first?.attributes as { attempts: number; next: string };
      expect(attempts).toBe(attempt);
      waits.push((Date.parse(next) - test().clock.now().getTime()) / SECOND);
      test().clock.set(next);
      await settle();
    }
    expect(waits).toEqual([5, 30, 120, 600, 1_800, 3_600, 3_600]);
    test().clock.advance(73 * HOUR);
    await settle();
    const disabled = (await test().admin.get(`/admin/webhooks/${hook.id}`)).body as { data: ResourceData };
    expect(disabled.data.attributes['enabled']).toBe(false);
    expect(disabled.data.meta['disabled_reason']).toContain('72 hours');
    receiver().answer = () => 204;
    await change(id, { title: 'Later' });
    test().clock.advance(HOUR);
    await settle();
    expect(delivered()).toEqual([]);
    const again = await update(hook.id, { enabled: true });
    expect(again.meta['disabled_reason']).toBeNull();
    await settle();
    expect(delivered()).toEqual([`created ${id}`, `published ${id}`, `updated ${id}`]);
  });

  it('is reported to administrators by mail when the webhook is disabled', async () => {
    const { store } = test().service.services;
    await store.documents('users').updateOne({ _id: 1 }, { $set: { email: 'admin@example.org' } });
    const hook = await hookAt();
    receiver().answer = () => 410;
    await make({ status: 'on' });
    await settle();
    test().clock.advance(73 * HOUR);
    await settle();
    const jobs = await store.asyncJobs.find({ 'payload.template': 'webhook_disabled' }).toArray();
    const payloads = jobs.map(({ payload }) => payload);
    expect(payloads).toContainEqual(
      expect.objectContaining({ to: 'admin@example.org', address: receiver().url, device: hook.attributes['name'] }),
    );
  });

  it('is retried with the present state of the object for the role', async () => {
    await hookAt();
    const id = await make({ title: 'Public', status: 'on' });
    await settle();
    receiver().accepted.length = 0;
    receiver().answer = () => 500;
    await change(id, { title: 'Still public' });
    await settle();
    receiver().answer = () => 204;
    await change(id, { title: 'Secret', status: 'off' });
    test().clock.advance(HOUR);
    await settle();
    await settle();
    expect(delivered()).toEqual([`unpublished ${id}`]);
    expect(receiver().accepted[0]?.body).not.toMatch(/public"|Secret/);
  });

  it('without a response delays no other webhook', async () => {
    await hookAt('/slow');
    await hookAt('/fast');
    receiver().answer = ({ path }) => (path === '/slow' ? undefined : 204);
    const id = await make({ status: 'on' });
    await test().service.services.recordedEvents.numbering.settle();
    await expect.poll(() => delivered()).toEqual([`created ${id}`, `published ${id}`]);
    await expect.poll(() => receiver().received.filter(({ path }) => path === '/slow')).toHaveLength(1);
  });
});
