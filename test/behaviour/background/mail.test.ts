// Mails of a running service: sent by its jobs and never by a request, retried, visible when they have failed (D35).
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AsyncJobRow } from '../../../core/store/store.ts';
import { openTestService, PASSWORD, type TestService } from '../../support/service.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/processes/smtp-server.ts';

let smtp: TestSmtpServer;
let test: TestService;
beforeAll(async () => {
  smtp = await startSmtpServer();
  test = await openTestService({ env: { PROCESS_ROLE: 'all', SMTP_URL: smtp.url, MAIL_FROM: 'press@example.org' } });
  await test.admin.create('/admin/config', { name: 'Auth.allowedUrls', content: 'https://app.example.org' });
});
afterAll(async () => {
  // First, so that no job hangs on it.
  await smtp.stop();
  await test.close();
});
beforeEach(() => {
  smtp.mails.length = 0;
  Object.assign(smtp, { greet: () => undefined, takeRecipient: () => undefined, takeMail: () => undefined });
});

/** Waits for the majority commit: a transaction that begins afterwards reads no older state. */
const row = async (id: string): Promise<AsyncJobRow> => {
  const found = await test.service.services.store.asyncJobs.findOne({ _id: id }, { readConcern: 'majority' });
  if (!found) throw new Error(`there is no job ${id}`);
  return found;
};

const postMail = async (changes: Record<string, unknown> = {}): Promise<string> => {
  const payload = { to: ['ada@example.org'], subject: 'News', text: 'Nothing new.' };
  const { id } = await test.admin.create('/admin/async_jobs', { service: 'mail', payload, ...changes });
  return id;
};

const attempts = (id: string, count: number): Promise<AsyncJobRow> =>
  vi.waitFor(
    async () => {
      const job = await row(id);
      expect([job.results?.length, job.locked_by]).toEqual([count, undefined]);
      return job;
    },
    { timeout: 300_000 },
  );

it('mails that an administrator posts are sent', async () => {
  const id = await postMail();
  expect(await smtp.firstMail()).toMatchObject({ subject: 'News', messageId: `<${id}@example.org>` });
  await attempts(id, 1);
  const { meta } = (await test.admin.get(`/admin/async_jobs/${id}`)).body.data;
  expect(meta).toMatchObject({ status: 'completed', completed: '2026-05-13T07:09:23+00:00' });
  expect(meta.results).toMatchObject([{ success: true, data: { messages: [expect.stringContaining('accepted')] } }]);
});

it('mails are retried after a while, until they are accepted', async () => {
  smtp.greet = () => 'break';
  const id = await postMail({ max_attempts: 3 });
  const [first, second] = [await attempts(id, 1), 120_000];
  expect(first).toMatchObject({ completed: null, max_attempts: 2 });
  expect(first.due).toEqual(new Date(test.clock.now().getTime() + 30_000));
  test.clock.advance(30_000);
  test.service.services.jobs.dispatch();
  expect((await attempts(id, 2)).due).toEqual(new Date(test.clock.now().getTime() + second));
  smtp.greet = () => undefined;
  test.clock.advance(second);
  test.service.services.jobs.dispatch();
  expect(await attempts(id, 3)).toMatchObject({ completed: test.clock.now(), max_attempts: 0 });
  expect(smtp.mails).toHaveLength(1);
});

it('failed mails are shown, and sent with another attempt', async () => {
  smtp.takeRecipient = () => ({ code: 550, text: 'No such user' });
  const id = await postMail({ max_attempts: 5 });
  await attempts(id, 1);
  const failed = (await test.admin.get('/admin/async_jobs?filter[failed]')).body.data as { id: string }[];
  expect(failed.map((job) => job.id)).toContain(id);
  smtp.takeRecipient = () => undefined;
  const data = { type: 'async_jobs', id, attributes: { max_attempts: 1 } };
  expect((await test.admin.patch(`/admin/async_jobs/${id}`, { data })).status).toBe(200);
  expect(await smtp.firstMail()).toMatchObject({ messageId: `<${id}@example.org>` });
  expect((await attempts(id, 2)).completed).not.toBeNull();
});

it('mails that cannot be rendered fail at once, with the reason', async () => {
  const id = await postMail({ payload: { to: 'nobody', subject: 's', text: 't' }, max_attempts: 5 });
  expect(await attempts(id, 1)).toMatchObject({
    max_attempts: 0,
    results: [
      {
        data: {
          messages: [
            'No mail can be made of the payload: "to" must be an e-mail address, or a list of up to 50 of them.',
          ],
        },
      },
    ],
  });
});

it('mails for a forgotten password restore access, and a mail server that hangs delays no request', async () => {
  const user = {
    username: 'ada',
    uname: 'ada',
    password: PASSWORD,
    email: 'ada@example.org',
    name: 'Ada',
    status: 'on',
  };
  await test.admin.create('/users', user);
  let isStuck = false;
  smtp.greet = () => {
    isStuck = true;
    return 'silence';
  };
  await postMail();
  await vi.waitFor(() => expect(isStuck).toBe(true), { timeout: 300_000 });
  const requested = await test.anonymous.post(
    '/auth/change',
    { contact: 'ada@example.org', change_url: 'https://app.example.org/change?lang=en#form' },
    { 'Content-Type': 'application/json' },
  );
  expect(requested.status).toBe(204);
  smtp.greet = () => undefined;
  const mail = await smtp.firstMail();
  expect(mail.subject).toBe('Choose a new password for Colophon');
  const [link = ''] = /https:\S+/.exec(mail.text ?? '') ?? [];
  const uuid = new URL(link).searchParams.get('uuid') ?? '';
  expect(link).toBe(`https://app.example.org/change?lang=en&uuid=${uuid}#form`);
  const changed = await test.anonymous.patch(
    '/auth/change',
    { uuid, password: 'a new password, long enough', login: true },
    { 'Content-Type': 'application/json' },
  );
  expect(changed.status).toBe(200);
  const jobs = (await test.admin.get('/admin/async_jobs?page_size=100')).text;
  expect(jobs).not.toContain(uuid);
});

it('mails with a link are made by the service only', async () => {
  for (const template of ['signup', 'credentials_change']) {
    const payload = { template, to: 'ada@example.org', user_id: 1, lang: 'en', url: 'https://app.example.org/' };
    const messages = ['It has no link: only the service makes such mails.'];
    expect(await attempts(await postMail({ payload, max_attempts: 5 }), 1)).toMatchObject({
      max_attempts: 0,
      results: [{ success: false, data: { messages } }],
    });
  }
});

// The last one: they hang until the server stops.
it('mails delay no other jobs while a server does not respond', async () => {
  smtp.greet = () => 'silence';
  for (let count = 0; count < 12; count++) await postMail();
  const { asyncJobs } = test.service.services.store;
  const underWay = () => asyncJobs.countDocuments({ service: 'mail', locked_by: { $exists: true } });
  await vi.waitFor(async () => expect(await underWay()).toBe(10), { timeout: 300_000 });
  const { id } = await test.admin.create('/admin/async_jobs', { service: 'another' });
  expect((await attempts(id, 1)).results).toMatchObject([{ data: { messages: ['There is no service "another".'] } }]);
  expect(await underWay()).toBe(10);
});
