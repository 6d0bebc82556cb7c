// Webhooks (D655): secrets, actions of administrators, and several processes.
import { describe, expect, it } from 'vitest';
import { openTestService, type ResourceData } from '../../support/service.ts';
import { isSignedBy } from '../../../scripts/events/receiver.ts';
import { deliverAll, WEBHOOK_ENV, webhookWorld } from '../../support/events/webhook-world.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;
const { test, receiver, hookAt, settle, make, change, delivered } = webhookWorld();

describe('secrets', () => {
  it('are shown once, and after a renewal two sign for a day', async () => {
    const hook = await hookAt();
    const old = (hook.meta as { secret: string }).secret;
    const path = `/admin/webhooks/${hook.id}`;
    const renewed = await test().admin.post(`${path}/secret`, undefined);
    expect(renewed.headers['cache-control']).toBe('no-store');
    const { secret } = (renewed.body as { data: { meta: { secret: string } } }).data.meta;
    for (const place of [path, '/admin/webhooks', '/history?filter[resource_type]=webhooks']) {
      const { text } = await test().admin.get(place);
      for (const each of [secret, old]) expect(text).not.toContain(each);
    }
    const { store } = test().service.services;
    expect(JSON.stringify(await store.webhooks.find().toArray())).not.toMatch(/whsec_/);
    const id = await make({ status: 'on' });
    await settle();
    const signed = () => {
      const message = receiver().accepted.at(-1);
      return message && [isSignedBy(message, old), isSignedBy(message, secret)];
    };
    expect(signed()).toEqual([true, true]);
    test().clock.advance(24 * HOUR + SECOND);
    await change(id, { title: 'Later' });
    await settle();
    expect(signed()).toEqual([false, true]);
  });

  it('remain readable when JWT_SECRET is rotated, and report when they are not', async () => {
    const hook = await hookAt();
    const { secret } = hook.meta as { secret: string };
    const after = 'another-secret-of-more-than-thirty-two-characters';
    const shared = { beside: test(), clock: test().clock };
    const env = { ...WEBHOOK_ENV, JWT_SECRET: after };
    const rotated = await openTestService({ ...shared, env: { ...env, JWT_SECRET_PREVIOUS: WEBHOOK_ENV.JWT_SECRET } });
    await rotated.close();
    const later = await openTestService({ ...shared, env });
    try {
      const { body } = await later.admin.post(`/admin/webhooks/${hook.id}/test`, undefined);
      expect(body).toMatchObject({ data: { attributes: { state: 'delivered' } } });
      const [message] = receiver().accepted;
      expect(message && isSignedBy(message, secret)).toBe(true);
    } finally {
      await later.close();
    }
    const lost = await test().admin.post(`/admin/webhooks/${hook.id}/test`, undefined);
    expect(lost.body).toMatchObject({ data: { attributes: { state: 'failed', status: null } } });
    expect(lost.text).toContain('renew it');
    await test().admin.post(`/admin/webhooks/${hook.id}/secret`, undefined);
    const { body } = await test().admin.post(`/admin/webhooks/${hook.id}/test`, undefined);
    expect(body).toMatchObject({ data: { attributes: { state: 'delivered' } } });
  });
});

describe('an administrator', () => {
  it('sends a test, and reads the response of the receiver', async () => {
    const hook = await hookAt('', { enabled: false });
    receiver().answer = (_message, response) => {
      response.writeHead(418).end('short and stout');
      return undefined;
    };
    const refused = await test().admin.post(`/admin/webhooks/${hook.id}/test`, undefined);
    const { data } = refused.body as { data: ResourceData };
    expect(data.attributes).toMatchObject({ state: 'failed', status: 418, response: 'short and stout', next: null });
    const read = await test().admin.get(`/admin/webhook_deliveries/${data.id}`);
    expect((read.body as { data: ResourceData }).data.attributes).toEqual(data.attributes);
    expect(receiver().received[0]?.event).toMatchObject({ type: 'colophon.webhook.test', data: {} });
  });

  it('replays a range of events, with the same ids', async () => {
    const hook = await hookAt('', { object_types: ['documents'] });
    const [one, two] = [await make({ status: 'on' }), await make({ status: 'on' })];
    await settle();
    const first = receiver().accepted.map(({ id, event }) => ({ id, number: Number(event.id) }));
    expect(first).toHaveLength(4);
    const replay = (body: object) =>
      test().admin.request('post', `/admin/webhooks/${hook.id}/replay`, (request) => request.send(body));
    const [from, to] = [first[0]?.number ?? 0, first[3]?.number ?? 0];
    expect((await replay({ from, to })).body).toMatchObject({ meta: { events: 4 } });
    await settle();
    expect(
      receiver()
        .accepted.slice(4)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(first.map(({ id }) => id).sort());
    expect(
      delivered()
        .slice(4)
        .filter((about) => about.endsWith(one)),
    ).toEqual([`created ${one}`, `published ${one}`]);
    expect((await replay({ from: to })).body).toMatchObject({ meta: { events: 1 } });
    await settle();
    expect(delivered().slice(8)).toEqual([`published ${two}`]);
    const pointers = async (body: object) => {
      const response = await replay(body);
      const [error] = (response.body as { errors: { source: { pointer: string } }[] }).errors;
      return [response.status, error?.source.pointer];
    };
    expect(await pointers({ from, to: from - 1 })).toEqual([400, '/to']);
    expect(await pointers({ from, to: from + 1_000 })).toEqual([400, '/to']);
    expect(await pointers({ from: 999_999 })).toEqual([400, '/to']);
    expect(await pointers({ to })).toEqual([400, '/from']);
  });

  it('is the only one who sees webhooks, even if a role may use /admin', async () => {
    const role = await test().admin.create('/roles', { name: 'operators' });
    const rights = { endpoint_name: 'admin', role_name: 'operators', read: true, write: true };
    await test().admin.create('/admin/endpoint_permissions', rights);
    const operator = await test().addClient('operator', [Number(role.id)]);
    const hook = await hookAt();
    expect((await operator.get('/admin/applications')).status).toBe(200);
    for (const path of ['/admin/webhooks', `/admin/webhooks/${hook.id}`, '/admin/webhook_deliveries']) {
      expect((await operator.get(path)).status).toBe(403);
    }
    for (const path of ['secret', 'test']) {
      expect((await operator.post(`/admin/webhooks/${hook.id}/${path}`, undefined)).status).toBe(403);
    }
    const data = { type: 'webhooks', attributes: { name: 'x', url: receiver().url } };
    expect((await operator.post('/admin/webhooks', { data })).status).toBe(403);
  });
});

describe('two processes', () => {
  it('send each event once, and one continues when the other has ended', async () => {
    const shared = { beside: test(), clock: test().clock, env: WEBHOOK_ENV };
    const other = await openTestService(shared);
    try {
      await hookAt('', { object_types: ['documents'] });
      const ids: string[] = [];
      for (let index = 0; index < 20; index++) {
        ids.push(await make({ status: 'draft' }));
        await change(ids[index] ?? '', { status: 'on' });
      }
      await Promise.all([settle(), deliverAll(other)]);
      await settle();
      await deliverAll(other);
      const sent = receiver().received.map(({ id }) => id);
      expect(new Set(sent).size).toBe(sent.length);
      expect(delivered().filter((about) => about.startsWith('published'))).toHaveLength(20);
    } finally {
      await other.close();
    }
  });
});
