// /metrics, X-Request-Id and the log of slow requests (D636, D637, D638), with the dashboard and the alerts that read the metrics.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { PASSWORD, serviceForTests } from '../../support/service.ts';

const METRICS_TOKEN = 'a-token-of-more-than-thirty-two-characters';
const FLAT = { 'Content-Type': 'application/json' };
const test = serviceForTests({ env: { METRICS_TOKEN, SLOW_REQUEST_MS: '1' } });

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const metrics = async (): Promise<string> => (await test.admin.get('/metrics')).text;
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1) ?? NaN,
  );

describe('GET /metrics', () => {
  it('counts requests by operation and status, and errors by code', async () => {
    const series = (status: number) =>
      `http_request_duration_seconds_count{operation="getTypedObject",status="${status}"}`;
    const before = await metrics();
    await test.admin.create('/documents', { title: 'Counted', status: 'on' });
    await test.anonymous.get('/documents/999999');
    const after = await metrics();
    expect(valueOf(after, series(404)) - (valueOf(before, series(404)) || 0)).toBe(1);
    expect(valueOf(after, 'http_errors_total{code="not_found"}')).toBeGreaterThanOrEqual(1);
    expect(valueOf(after, 'colophon_write_batch_size_count')).toBeGreaterThan(0);
    expect(valueOf(after, 'mongodb_pool_connections{state="open"}')).toBeGreaterThan(0);
    expect(valueOf(after, 'colophon_database_up')).toBe(1);
    expect(valueOf(after, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    // Work in the background, and the end of the request before, may overlap one look.
    await vi.waitFor(async () => {
      const text = await metrics();
      expect(valueOf(text, 'mongodb_pool_connections{state="waiting"}')).toBe(0);
      // The request for the metrics itself.
      expect(valueOf(text, 'http_requests_in_progress')).toBe(1);
    }, 120_000);
  });

  it('counts jobs by state', async () => {
    await test.admin.create('/admin/async_jobs', { service: 'reports', scheduled_from: '2030-01-01T00:00:00Z' });
    expect(valueOf(await metrics(), 'colophon_jobs{service="reports",state="planned"}')).toBe(1);
  });

  it('is read with METRICS_TOKEN, which is valid for no other path', async () => {
    const { status, headers, text } = await test.anonymous.get('/metrics', bearer(METRICS_TOKEN));
    expect([status, headers['content-type']]).toEqual([200, 'text/plain']);
    expect(text).toMatch(/^# TYPE colophon_info gauge$/m);
    for (const place of ['/documents', '/users', '/admin/sysinfo'])
      expect([place, (await test.anonymous.get(place, bearer(METRICS_TOKEN))).status]).toEqual([place, 401]);
    expect((await test.anonymous.get('/metrics', bearer(`${METRICS_TOKEN}x`))).status).toBe(401);
    expect([(await test.anonymous.get('/metrics')).status, (await test.editor.get('/metrics')).status]).toEqual([
      401, 403,
    ]);
  });

  it('has every metric that the dashboard and the alerts name', async () => {
    const folder = path.resolve(import.meta.dirname, '../../../scripts/observability');
    const dashboard = JSON.parse(readFileSync(path.join(folder, 'dashboard.json'), 'utf8')) as {
      panels: { id: number; title: string; targets: { expr: string }[] }[];
    };
    const alerts = parse(readFileSync(path.join(folder, 'alerts.yaml'), 'utf8')) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    };
    const rules = alerts.groups.flatMap((group) => group.rules);
    expect(rules.filter(({ annotations }) => !annotations.summary)).toEqual([]);
    const names = [...dashboard.panels.map(({ title }) => title), ...rules.map(({ alert }) => alert)];
    expect(new Set(names).size).toBe(names.length);
    const expressions = [...dashboard.panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr);
    const exposed = [...(await metrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
    );
    const named = expressions.flatMap((text) => text.match(/\b(?:http|colophon|mongodb|nodejs|process)_\w+/g) ?? []);
    expect(named.length).toBeGreaterThanOrEqual(expressions.length - 1);
    expect(named.filter((name) => !exposed.includes(name))).toEqual([]);
  });
});

describe('X-Request-Id', () => {
  const idOf = async (place: string, sent?: string): Promise<unknown> => {
    const { headers } = await test.anonymous.get(place, sent === undefined ? {} : { 'X-Request-Id': sent });
    return headers['x-request-id'];
  };
  const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

  it.each(['/documents', '/documents/999999', '/nowhere', '/', '/docs', '/health'])(
    'of GET %s is that of the request, or a UUID',
    async (place) => {
      expect(await idOf(place, 'edge-1:2.3/x=')).toBe('edge-1:2.3/x=');
      expect(await idOf(place)).toMatch(UUID);
    },
  );

  it('is a UUID instead of a malformed one', async () => {
    for (const bad of ['a b', 'x'.repeat(129), '"quoted"', '{json}']) expect(await idOf('/health', bad)).toMatch(UUID);
  });

  it('is in the audit trail, and in the jobs that the request creates', async () => {
    await test.editor.get('/admin/applications/1', { 'X-Request-Id': 'refused-1' });
    expect(test.audited.at(-1)).toMatchObject({ audit: 'refused', request_id: 'refused-1' });
    const user = await test.admin.create('/users', {
      uname: 'mailed',
      username: 'mailed',
      status: 'on',
      email: 'mailed@example.org',
      password: PASSWORD,
    });
    expect(user.id).not.toBe('');
    const change = { contact: 'mailed@example.org', change_url: 'http://localhost:8080/change' };
    const { status } = await test.anonymous.post('/auth/change', change, { ...FLAT, 'X-Request-Id': 'change-2' });
    expect(status).toBe(204);
    const jobs = await test.service.services.store.asyncJobs.find({ request_id: 'change-2' }).toArray();
    expect(jobs.map(({ service }) => service).sort()).toEqual(['credentials_change', 'mail']);
  });
});

describe('traceparent', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const sent = `00-${TRACE}-00f067aa0ba902b7-01`;

  it('is in the audit trail, and in the jobs that the request creates', async () => {
    await test.editor.get('/admin/applications/1', { traceparent: sent });
    expect(test.audited.at(-1)).toMatchObject({ audit: 'refused', trace_id: TRACE });
    const change = { contact: 'mailed@example.org', change_url: 'http://localhost:8080/change' };
    await test.anonymous.post('/auth/change', change, { ...FLAT, 'X-Request-Id': 'change-3', traceparent: sent });
    const jobs = await test.service.services.store.asyncJobs.find({ request_id: 'change-3' }).toArray();
    expect(jobs.map(({ traceparent }) => traceparent)).toEqual([sent, sent]);
  });

  it.each([
    'nonsense',
    `00-${TRACE}-00f067aa0ba902b7`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7-01-more`,
  ])('is ignored when it is malformed: %s', async (traceparent) => {
    await test.editor.get('/admin/applications/1', { traceparent });
    expect(test.audited.at(-1)).not.toHaveProperty('trace_id');
  });

  it('of a later version may have more parts', async () => {
    await test.editor.get('/admin/applications/1', { traceparent: `01-${TRACE}-00f067aa0ba902b7-01-more` });
    expect(test.audited.at(-1)).toHaveProperty('trace_id', TRACE);
  });
});

it('a slow request is a line of the log, with advice', async () => {
  await test.admin.get('/documents?filter[body]=wombat&sort=body', { 'X-Request-Id': 'slow-1' });
  const lines = test.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const line = lines.find(({ msg, request_id }) => msg === 'slow request' && request_id === 'slow-1');
  expect(line).toMatchObject({
    operation: 'listTypedObjects',
    params: { object_type_name: 'documents' },
    filters: ['filter[body]', 'sort'],
    status: 200,
    ms: expect.any(Number) as number,
  });
});
