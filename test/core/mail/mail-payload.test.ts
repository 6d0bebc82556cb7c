// The valid payloads of a mail's job (D257).
import { afterEach, describe, expect, it } from 'vitest';
import type { AsyncJobRow } from '../../../core/store/store.ts';
import { createMailWorld, failure, jobOf, SECRET, signup } from './mail-world.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** No server listens there: no mail may be sent. */
async function openWorld(options: Parameters<typeof createMailWorld>[0] = {}) {
  const world = await createMailWorld({ ...options, env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  opened.push(world);
  return world;
}

describe('an invalid payload', () => {
  const free = { to: 'ada@example.org', subject: 's', text: 't' };
  const { payload } = signup();
  const bad: [what: string, payload: Record<string, unknown> | null, named: string][] = [
    ['nothing', null, '"to"'],
    ['an empty one', {}, '"to"'],
    ['no recipient', { ...free, to: [] }, '"to"'],
    ['too many recipients', { ...free, to: Array(51).fill('ada@example.org') }, '"to"'],
    ['no address', { ...free, to: 'ada' }, '"to"'],
    ['a number', { ...free, to: 7 }, '"to"'],
    ['no subject', { ...free, subject: ' ' }, '"subject"'],
    ['a long subject', { ...free, subject: 'x'.repeat(251) }, '"subject"'],
    ['no text', { ...free, text: '' }, '"text"'],
    ['HTML that is none', { ...free, html: { path: '/etc/passwd' } }, '"html"'],
    ['files', { ...free, attachments: [{ path: '/etc/passwd' }] }, '"attachments"'],
    ['another sender', { ...free, from: 'else@example.org' }, '"from"'],
    ['text of a file', { ...free, text: { path: '/etc/passwd' } }, '"text"'],
    ['an unknown template', { ...payload, template: 'toString' }, '"template"'],
    ['a template and a subject', { ...payload, subject: 's' }, '"subject"'],
    ['no user', { ...payload, user_id: '7' }, '"user_id"'],
    ['a script', { ...payload, url: 'javascript:alert(1)' }, '"url"'],
    ['a script after it', { ...payload, redirect_url: 'data:text/html,x' }, '"redirect_url"'],
  ];
  it.each(bad)('is refused at once: %s', async (_what, given, named) => {
    const world = await openWorld();
    const error = await failure(world.run(jobOf(given, SECRET)));
    expect(error.final).toBe(true);
    expect(error.message).toContain(`No mail can be made of the payload: ${named}`);
  });

  const useless: [what: string, job: AsyncJobRow][] = [
    ['without its UUID', jobOf(payload)],
    ['without a page', signup({ url: undefined })],
  ];
  it.each(useless)('is that of a template %s', async (_what, job) => {
    const world = await openWorld();
    expect(await failure(world.run(job))).toMatchObject({ final: true });
  });

  it.each([null, { name: 'Ada', trashed: true }])('is that of a user who no longer exists (%j)', async (user) => {
    const world = await openWorld({ user });
    const error = await failure(world.run(signup()));
    expect(error).toMatchObject({ final: true, message: 'User 7 no longer exists.' });
  });
});
