// The steps that run for a request are those that CONTRIBUTING.md shows, in their order (core/http/lifecycle.ts).
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { STEPS_CHANNEL } from '../../../core/http/lifecycle.ts';
import { sendOperations } from '../../support/clients/atomic.ts';
import { serviceForTests } from '../../support/service.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The steps on the page with a mark: R for requests, P for parts, E for explanations. */
function onPage(mark: 'R' | 'P' | 'E'): string[] {
  const page = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const picture = /<!-- npm run generate: steps -->\n\n```text\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const steps = [...picture.matchAll(/^ {2}(\w+) +(R?P?E?)$/gm)];
  return steps.filter(([, , marks = '']) => marks.includes(mark)).map(([, name = '']) => name);
}

const test = serviceForTests();
let id: string;
beforeAll(async () => {
  ({ id } = await test.admin.create('/documents', { title: 'A' }));
});

/** The steps of each exchange during some work: of the request first, then of those within it. */
async function stepsDuring(work: () => PromiseLike<{ status: number }>, status: number): Promise<string[][]> {
  const exchanges = new Map<unknown, string[]>();
  const note = (message: unknown): void => {
    const { exchange, step } = message as { exchange: unknown; step: string };
    exchanges.set(exchange, [...(exchanges.get(exchange) ?? []), step]);
  };
  subscribe(STEPS_CHANNEL, note);
  try {
    expect((await work()).status).toBe(status);
  } finally {
    unsubscribe(STEPS_CHANNEL, note);
  }
  return [...exchanges.values()];
}

describe('the steps on the page', () => {
  it('each have a file that is named by the step, or by the step of whole requests', () => {
    const folder = path.join(root, 'core/http/steps');
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const files = found.map((file) => path.basename(file));
    const texts = found.map((file) => readFileSync(path.join(folder, file), 'utf8'));
    for (const step of new Set([...onPage('R'), ...onPage('P'), ...onPage('E')])) {
      const kebab = step.replace('Part', '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const named = step === 'assertPart' ? 'assert-part.ts' : `${kebab}.ts`;
      expect([step, files.includes(named)]).toEqual([step, true]);
      expect(texts.some((text) => new RegExp(`export (?:async )?function ${step}\\(`).test(text))).toBe(true);
    }
  });

  const changed = () => ({ data: { type: 'documents', id, attributes: { title: 'B' } } });
  const created = { data: { type: 'documents', attributes: { title: 'C' } } };
  it.each([
    ['GET', 200, () => test.anonymous.get(`/home`)],
    ['GET of one object', 200, () => test.admin.get(`/documents/${id}`)],
    ['PATCH', 200, () => test.admin.patch(`/documents/${id}`, changed())],
    ['POST', 201, () => test.admin.post('/documents', created)],
    ['DELETE', 204, () => test.admin.delete(`/documents/${id}`)],
  ] as const)('are those that run for a %s', async (_name, status, send) => {
    expect(onPage('R').length).toBeGreaterThan(20);
    expect(await stepsDuring(send, status)).toEqual([onPage('R')]);
  });

  it('are those that run for a part of /operations', async () => {
    const add = { op: 'add', data: { type: 'documents', attributes: { title: 'D' } } };
    const [whole, ...parts] = await stepsDuring(() => sendOperations(test.admin, [add, add]), 200);
    expect(whole).toEqual(onPage('R'));
    expect(onPage('P')).toContain('checkMembers');
    expect(parts).toEqual([onPage('P'), onPage('P')]);
  });

  it('are those that run for an explanation', async () => {
    const query = new URLSearchParams({ method: 'GET', path: '/documents', user: '1' });
    const [, explained] = await stepsDuring(() => test.admin.get(`/auth/explain?${query}`), 200);
    expect(onPage('E')).toContain('authorise');
    expect(explained).toEqual(onPage('E'));
  });

  it('end with the response when the key of a request has one', async () => {
    const send = () => test.admin.post('/documents', created, { 'Idempotency-Key': 'steps' });
    expect((await send()).status).toBe(201);
    const all = onPage('R');
    const until = all.slice(0, all.indexOf('claimKey') + 1);
    const [ran] = await stepsDuring(send, 201);
    expect(ran).toEqual([...until, 'runAfterHooks', 'auditChange', 'respond']);
  });

  it('end with the refusal', async () => {
    const all = onPage('R');
    const [ran] = await stepsDuring(() => test.anonymous.post('/documents', created), 401);
    expect(ran).toEqual(all.slice(0, all.indexOf('authorise') + 1));
  });
});
