// Traces with OpenTelemetry (D594): a service in a separate process sends them to a receiver of the test.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { openOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../../support/processes/otlp-receiver.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';
import { temporaryFolder } from '../../support/files/storages.ts';

const JSON_API = 'application/vnd.api+json';
const SOON = { timeout: 120_000, interval: 50 };
let receiver: OtlpReceiver;
let service: ServiceProcess;

beforeAll(async () => {
  receiver = await openOtlpReceiver();
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/test_${randomUUID().slice(0, 18)}`;
  service = await startServiceProcess(uri.href, {
    DATA_DIR: await temporaryFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_SERVICE_NAME: 'content',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

const newTrace = (): string => randomUUID().replaceAll('-', '');
const spansOf = (trace: string): ReceivedSpan[] => receiver.spans.filter(({ traceId }) => traceId === trace);

async function send(trace: string, target: string, body?: object, flags = '01'): Promise<Response> {
  return fetch(service.url + target, {
    method: body ? 'POST' : 'GET',
    headers: {
      traceparent: `00-${trace}-00f067aa0ba902b7-${flags}`,
      'X-Request-Id': trace,
      ...(target !== '/auth/change' && { Authorization: `Bearer ${service.token}` }),
      ...(body && { 'Content-Type': target.startsWith('/auth') ? 'application/json' : JSON_API }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** The span of the request, and those below it, once all have arrived. */
async function requestSpan(trace: string): Promise<{ span: ReceivedSpan; below: ReceivedSpan[] }> {
  return vi.waitFor(() => {
    const spans = spansOf(trace);
    const span = spans.find(({ parentId }) => parentId === '00f067aa0ba902b7');
    if (!span) throw new Error('the span of the request has not arrived');
    return { span, below: spans.filter(({ parentId }) => parentId === span.spanId) };
  }, SOON);
}

describe('a request', () => {
  it('is a span below that of its traceparent, and its commands of the database are spans below it', async () => {
    const trace = newTrace();
    expect((await send(trace, '/documents?filter[title]=Secret')).status).toBe(200);
    const { span, below } = await requestSpan(trace);
    expect(span).toMatchObject({
      name: 'GET /{object_type_name}',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/{object_type_name}',
        'http.response.status_code': 200,
        'colophon.operation': 'listTypedObjects',
      },
      resource: { 'service.name': 'content', 'deployment.environment.name': 'test' },
      isError: false,
    });
    const commands = below.map(({ name }) => name);
    expect(commands).toContain('find documents.documents');
    expect(below[0]?.attributes).toMatchObject({ 'db.system.name': 'mongodb' });
    // Content is no part of a trace.
    expect(JSON.stringify(spansOf(trace))).not.toContain('Secret');
  });

  it('that is refused has the code of its error', async () => {
    const trace = newTrace();
    await send(trace, '/documents/999999');
    const { span } = await requestSpan(trace);
    expect(span).toMatchObject({
      attributes: { 'error.type': 'not_found', 'http.response.status_code': 404 },
      isError: false,
    });
  });

  it('begins a trace when it has no traceparent, or a wrong one', async () => {
    const { length } = receiver.spans;
    await fetch(`${service.url}/model/schema/documents`, { headers: { traceparent: 'nonsense' } });
    const first = await vi.waitFor(() => {
      const span = receiver.spans.slice(length).find(({ parentId }) => parentId === '');
      if (!span) throw new Error('no span yet');
      return span;
    }, SOON);
    expect(first.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
  });

  it('is not sent when the origin of the trace does not record it', async () => {
    const silent = newTrace();
    const sampled = newTrace();
    await send(silent, '/documents', undefined, '00');
    await send(sampled, '/documents');
    await requestSpan(sampled);
    expect(spansOf(silent)).toEqual([]);
  });
});

it('a job is a span in the trace of the request that created it', async () => {
  const user = {
    uname: 'mailed',
    username: 'mailed',
    status: 'on',
    email: 'mailed@example.org',
    password: 'a long wombat',
  };
  const created = await send(newTrace(), '/users', { data: { type: 'users', attributes: user } });
  expect(created.status).toBe(201);
  const trace = newTrace();
  const change = { contact: 'mailed@example.org', change_url: 'http://localhost:8080/change' };
  expect((await send(trace, '/auth/change', change)).status).toBe(204);
  const { span } = await requestSpan(trace);
  const job = await vi.waitFor(() => {
    const found = spansOf(trace).find(({ name }) => name === 'job mail');
    if (!found) throw new Error('the job has not run yet');
    return found;
  }, SOON);
  expect(job).toMatchObject({ parentId: span.spanId, attributes: { 'colophon.job.service': 'mail' } });
});
