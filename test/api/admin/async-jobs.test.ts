import { describe, expect, it } from 'vitest';
import type { AsyncJobRow } from '../../../core/store/store.ts';
import {
  changesOf,
  dataOf,
  expectAdminsOnly,
  HOSTILE,
  listOf,
  outcome,
  resourceAt,
} from '../../support/database/rows.ts';
import { serviceForTests } from '../../support/service.ts';

const PATH = '/admin/async_jobs';
const test = serviceForTests();
const jobs = resourceAt(() => test, PATH);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** The fields that a worker writes. */
const work = (id: string, fields: Partial<AsyncJobRow>) =>
  test.service.services.store.asyncJobs.updateOne({ _id: id }, { $set: fields });

describe('POST /admin/async_jobs', () => {
  it('creates a job', async () => {
    const response = await jobs.post({
      service: 'mail',
      payload: { user_id: 1 },
      scheduled_from: '2026-05-14',
      expires: '2026-05-15T10:00:00+02:00',
    });
    expect(response.status).toBe(201);
    const { id, attributes, meta } = dataOf(response);
    expect(id).toMatch(UUID);
    expect(response.headers['location']).toMatch(new RegExp(`${PATH}/${id}$`));
    expect(attributes).toEqual({
      service: 'mail',
      priority: 1,
      payload: { user_id: 1 },
      scheduled_from: '2026-05-14T00:00:00+00:00',
      expires: '2026-05-15T08:00:00+00:00',
      max_attempts: 1,
    });
    expect(meta).toMatchObject({ status: 'planned', locked_until: null, completed: null, results: null });
  });

  it('refuses invalid jobs', async () => {
    expect(await outcome(jobs.post({}))).toBe('400 invalid_data /data/attributes/service');
    for (const [field, values] of [
      ['service', ['', null, ...HOSTILE]],
      ['priority', [-1, 1.5, 'one', null, { $gt: 0 }]],
      ['payload', ['text', [1], { $where: '1' }]],
      ['scheduled_from', ['tomorrow', '2026-02-30', 1, {}]],
      ['expires', ['soon', true]],
      ['max_attempts', [-1, 'many']],
    ] as const) {
      for (const value of values) {
        expect(await outcome(jobs.post({ service: 'odd', [field]: value }))).toMatch(/^400 invalid_(data|key)/);
      }
    }
    const large = { text: 'x'.repeat(100_000) };
    expect(await outcome(jobs.post({ service: 'odd', payload: large }))).toBe(
      '400 invalid_data /data/attributes/payload',
    );
    expect(await outcome(jobs.post({ service: 'odd', expires: 'soon' }))).toBe(
      '400 invalid_data /data/attributes/expires',
    );
    expect(await outcome(jobs.post({ service: 'odd' }, '6f3c1f5e-2d0a-4b8e-9c1d-7a5b3e9f0c42'))).toBe(
      '403 client_id_forbidden /data/id',
    );
    expect(await test.service.services.store.asyncJobs.countDocuments({ service: 'odd' })).toBe(0);
  });
});

describe('/admin/async_jobs and /async_jobs', () => {
  it('are for admins', async () => {
    const { id } = await jobs.create({ service: 'mail' });
    await expectAdminsOnly(test, PATH, id, { service: 'changed', priority: 2 });
    for (const [client, status] of [
      [test.editor, 403],
      [test.reader, 403],
      [test.anonymous, 401],
    ] as const) {
      for (const path of ['/async_jobs', `/async_jobs/${id}`]) {
        const answer = await client.get(path);
        expect([answer.status, answer.text.includes('"service"')]).toEqual([status, false]);
      }
      expect((await client.post('/async_jobs', jobs.body({ service: 'x' }))).status).toBe(status);
    }
  });

  it('record a job in the history without its payload', async () => {
    const { id } = await jobs.create({ service: 'secretive', payload: { user_id: 4711 } });
    await jobs.patch(id, { priority: 3, payload: { user_id: 4712 } });
    await jobs.remove(id);
    const rows = await test.service.services.store.changes.find({ resource_type: 'async_jobs' }).toArray();
    expect(JSON.stringify(rows)).not.toMatch(/471[12]/);
    const own = await changesOf(test, 'async_jobs', id);
    expect(own.map((row) => row.user_action)).toEqual(['create', 'update', 'remove']);
  });

  it('do not show how the service stores a job', async () => {
    const { id } = await jobs.create({ service: 'inner' });
    const inner = { locked_by: 'me-4713', interruptions: 4714, secret: 'uuid-4715' };
    await work(id, { ...inner, secret_hash: 'hash-4716' });
    const answers = [
      await test.admin.get(`${PATH}/${id}`),
      await test.admin.get(`/async_jobs?filter[service]=inner`),
      await jobs.patch(id, { priority: 4, scheduled_from: '2026-06-01' }),
      await test.admin.get(`/history?filter[resource_id]=${id}`),
    ];
    for (const { status, text } of answers) {
      expect([status, /"(due|locked_by|interruptions|secret\w*)"|471[3456]/.exec(text)]).toEqual([200, null]);
    }
    const rows = await changesOf(test, 'async_jobs', id);
    expect(rows.map(({ changed }) => Object.keys(changed))).toEqual([
      'priority payload scheduled_from expires max_attempts locked_until completed results service'.split(' '),
      ['priority', 'scheduled_from'],
    ]);
  });

  it('show the state of a job, and filter by it', async () => {
    const at = (minutes: number) => new Date(test.clock.now().getTime() + minutes * 60_000);
    const make = async (name: string, attributes: object, worked: Partial<AsyncJobRow> = {}) => {
      const { id } = await jobs.create({ service: `state ${name}`, ...attributes });
      if (Object.keys(worked).length > 0) await work(id, worked);
      return id;
    };
    const past = at(-5).toISOString();
    const future = at(5).toISOString();
    await make('pending', { scheduled_from: past, expires: future });
    await make('planned', { scheduled_from: future });
    await make('failed', { expires: past });
    await make('failed', { max_attempts: 0 });
    await make('locked', { max_attempts: 0, expires: past }, { locked_until: at(5) });
    await make('pending', {}, { locked_until: at(-1) });
    await make(
      'completed',
      { expires: past },
      { completed: at(-1), locked_until: at(5), results: [{ success: true }] },
    );
    const all = await jobs.list('filter[service][like]=state&page_size=100');
    expect(all).toHaveLength(7);
    for (const { attributes, meta } of all) expect(attributes['service']).toBe(`state ${String(meta['status'])}`);

    const states = async (query: string) =>
      [...new Set((await jobs.list(`filter[service][like]=state&${query}`)).map((each) => each.meta['status']))].sort();
    expect(await states('filter[pending]')).toEqual(['pending']);
    expect(await states('filter[failed]=1')).toEqual(['failed']);
    expect(await states('filter[completed]')).toEqual(['completed']);
    expect(await states('filter[incomplete]')).toEqual(['failed', 'locked', 'pending', 'planned']);
    expect(await states('filter[incomplete]=0')).toEqual(['completed']);
  });

  it('filter by service and priority, sort and search', async () => {
    await jobs.create({ service: 'queue', priority: 5 });
    await jobs.create({ service: 'queue', priority: 9 });
    await jobs.create({ service: 'queue', priority: 1, max_attempts: 0 });
    await jobs.create({ service: 'queues', priority: 9 });
    const priorities = async (query: string) => (await jobs.list(query)).map((each) => each.attributes['priority']);
    expect(await priorities('filter[service]=queue&sort=-priority')).toEqual([9, 5, 1]);
    expect(await priorities('filter[priority][service]=queue&sort=priority')).toEqual([5, 9]);
    expect(await priorities('filter[priority][service]=queue&filter[priority][priority]=6')).toEqual([9]);
    expect(await priorities('filter[service]=queue&filter[priority]=5')).toEqual([5]);
    expect(await priorities('filter[service]=queue&filter[priority][gte]=5&sort=priority')).toEqual([5, 9]);
    expect(await priorities('q=queues')).toEqual([9]);
    for (const query of ['filter[priority][other]=1', 'filter[priority][priority]=high', 'filter[pending]=maybe']) {
      expect(await outcome(test.admin.get(`${PATH}?${query}`))).toMatch(/^400 invalid_filter/);
    }
  });
});

describe('PATCH and DELETE /admin/async_jobs/{async_job_id}', () => {
  it('change the sent attributes, and write nothing without a change', async () => {
    const { id } = await jobs.create({ service: 'steady', expires: '2026-06-01' });
    const stored = () => test.service.services.store.asyncJobs.findOne({ _id: id });
    const before = await stored();
    expect(await outcome(jobs.patch(id, { expires: '2026-06-01T00:00:00Z', priority: 1 }))).toBe('200');
    expect(await stored()).toEqual(before);
    expect(await outcome(jobs.patch(id, { expires: null, max_attempts: 4 }))).toBe('200');
    expect((await jobs.get(id)).attributes).toMatchObject({ expires: null, max_attempts: 4 });
    expect(await outcome(jobs.patch(id, {}, { 'If-Match': '"9.x"' }))).toBe('412 precondition_failed If-Match');
    expect(await outcome(jobs.patch('6f3c1f5e-2d0a-4b8e-9c1d-7a5b3e9f0c42', {}))).toBe('404 not_found');
    expect(await outcome(jobs.remove(id))).toBe('204');
    expect(await outcome(jobs.remove(id))).toBe('404 not_found');
  });

  it('do not change a running job', async () => {
    const { id } = await jobs.create({ service: 'busy' });
    await work(id, { locked_until: new Date(test.clock.now().getTime() + 1_000) });
    expect(await outcome(jobs.patch(id, { priority: 7 }))).toBe('409 conflict');
    expect(await outcome(jobs.remove(id))).toBe('409 conflict');
    test.clock.advance(2_000);
    expect(await outcome(jobs.patch(id, { priority: 7 }))).toBe('200');
    expect(await outcome(jobs.remove(id))).toBe('204');
  });

  it('show the present state, also to a client that has cached the resource', async () => {
    const soon = new Date(test.clock.now().getTime() + 60_000).toISOString();
    const { id } = await jobs.create({ service: 'timed', scheduled_from: soon });
    const read = (headers = {}) => test.admin.get(`${PATH}/${id}`, { Host: 'localhost', ...headers });
    const { etag } = (await read()).headers as { etag: string };
    expect((await read({ 'If-None-Match': etag })).status).toBe(304);
    test.clock.advance(120_000);
    const response = await read({ 'If-None-Match': etag });
    expect([response.status, dataOf(response).meta['status']]).toEqual([200, 'pending']);
  });
});

describe('/async_jobs', () => {
  it('lists, reads and creates jobs only', async () => {
    const response = await test.admin.post('/async_jobs', jobs.body({ service: 'public' }));
    expect(response.status).toBe(201);
    const { id } = dataOf(response);
    expect(response.headers['location']).toMatch(new RegExp(`[^n]/async_jobs/${id}$`));
    expect(dataOf(await test.admin.get(`/async_jobs/${id}`)).attributes['service']).toBe('public');
    expect(listOf(await test.admin.get('/async_jobs?filter[service]=public')).map((each) => each.id)).toEqual([id]);
    expect((await test.admin.request('delete', `/async_jobs/${id}`)).status).toBe(405);
    expect((await test.admin.request('patch', `/async_jobs/${id}`)).status).toBe(405);
  });
});
