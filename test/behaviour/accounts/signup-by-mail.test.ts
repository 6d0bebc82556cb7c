// Signing up from the user's view: the mail is read at a real SMTP server, and none is lost when processes are killed
// (D34, D35).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { commandFile } from '../../support/processes/command-file.ts';
import { openJobProcesses, type JobProcess, type JobProcesses } from '../../support/processes/job-processes.ts';
import { openTestService, PASSWORD, type TestService } from '../../support/service.ts';
import { FLAT } from '../../support/accounts/signups.ts';
import { startSmtpServer, type ReceivedMail, type TestSmtpServer } from '../../support/processes/smtp-server.ts';

const LONG = { timeout: 300_000, interval: 50 };
const NEW_PASSWORD = 'another correct horse';

let smtp: TestSmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
});
afterAll(() => smtp.stop());
beforeEach(() => {
  smtp.mails.length = 0;
  Object.assign(smtp, { takeMail: () => undefined, accepted: () => undefined });
});

const newBody = (username: string) => ({
  username,
  password: PASSWORD,
  email: `${username}@example.org`,
  activation_url: 'https://app.example.org/activate?lang=en#form',
  redirect_url: 'https://app.example.org/welcome',
});
const mails = (count: number): Promise<ReceivedMail[]> =>
  vi.waitFor(() => {
    expect(smtp.mails).toHaveLength(count);
    return smtp.mails;
  }, LONG);
function linkOf(mail: ReceivedMail | undefined): { link: string; uuid: string } {
  const [link = ''] = /https:\S+/.exec(mail?.text ?? '') ?? [];
  return { link, uuid: new URL(link).searchParams.get('uuid') ?? '' };
}

describe('a service with a mail server', () => {
  let test: TestService;
  beforeAll(async () => {
    test = await openTestService({ env: { PROCESS_ROLE: 'all', SMTP_URL: smtp.url, MAIL_FROM: 'press@example.org' } });
    await test.admin.create('/admin/config', { name: 'Auth.allowedUrls', content: 'https://app.example.org' });
  });
  afterAll(() => test.close());
  const signIn = async (username: string, password: string): Promise<number> =>
    (await test.anonymous.post('/auth', { username, password }, FLAT)).status;

  it('supports signing up, activating the account, signing in and choosing a new password, and reveals the UUIDs to no other caller', async () => {
    const ada = newBody('ada');
    expect((await test.anonymous.post('/signup', ada, FLAT)).status).toBe(202);
    const [mail] = await mails(1);
    expect(mail).toMatchObject({ recipients: [ada.email], subject: 'Confirm your registration with Colophon' });
    const { link, uuid } = linkOf(mail);
    const redirect = encodeURIComponent(ada.redirect_url);
    expect(link).toBe(`https://app.example.org/activate?lang=en&uuid=${uuid}&redirect_url=${redirect}#form`);
    expect(mail?.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);

    expect(await signIn('ada', PASSWORD)).toBe(401);
    expect((await test.anonymous.post('/signup/activation', { uuid }, FLAT)).status).toBe(202);
    expect(await signIn('ada', PASSWORD)).toBe(200);
    expect((await mails(2))[1]).toMatchObject({ recipients: [ada.email], subject: 'Welcome to Colophon' });

    const forgotten = { contact: ada.email, change_url: 'https://app.example.org/change' };
    expect((await test.anonymous.post('/auth/change', forgotten, FLAT)).status).toBe(204);
    const change = linkOf((await mails(3))[2]);
    expect(change.link).toBe(`https://app.example.org/change?uuid=${change.uuid}`);
    const chosen = { uuid: change.uuid, password: NEW_PASSWORD };
    expect((await test.anonymous.patch('/auth/change', chosen, FLAT)).status).toBe(200);
    expect([await signIn('ada', PASSWORD), await signIn('ada', NEW_PASSWORD)]).toEqual([401, 200]);

    const { store } = test.service.services;
    const sent = { service: 'mail', completed: { $ne: null } };
    // With the notice of the new password, which may be sent by now or a moment later.
    await vi.waitFor(async () => expect(await store.asyncJobs.countDocuments(sent)).toBe(4), LONG);
    const logged = test.logged.join('');
    expect(logged).toContain('jobs: done');
    const changes = JSON.stringify(await store.changes.find().toArray());
    expect(changes).toContain(ada.email);
    // Nor does the database know them any more.
    const jobs = JSON.stringify(await store.asyncJobs.find().toArray());
    for (const secret of [uuid, change.uuid]) {
      expect(secret).toMatch(/^[0-9a-f]{40}$/);
      expect([logged, changes, jobs].filter((text) => text.includes(secret))).toEqual([]);
    }
  });
});

describe('a killed process', () => {
  let test: TestService;
  let all: JobProcesses;
  let settings: Record<string, string>;
  beforeEach(async () => {
    test = await openTestService();
    await test.admin.create('/admin/config', { name: 'Auth.allowedUrls', content: 'https://app.example.org' });
    const uri = new URL(inject('mongodbUri'));
    uri.pathname = `/${test.databaseName}`;
    all = await openJobProcesses(uri.href);
    settings = { MONGODB_URI: uri.href, DATA_DIR: test.dataDir, SMTP_URL: smtp.url, MAIL_FROM: 'press@example.org' };
    // The processes have the machine's.
    test.clock.set(new Date().toISOString());
  });
  afterEach(async () => {
    await all.close();
    await test.close();
  });

  const signUp = async (username: string): Promise<void> => {
    expect((await test.anonymous.post('/signup', newBody(username), FLAT)).status).toBe(202);
  };
  const ended = (worker: JobProcess) => vi.waitFor(() => expect(worker.child.signalCode).toBe('SIGKILL'), LONG);
  /** Makes another process send the mail, since no other does. @returns all received mails */
  async function finish(): Promise<ReceivedMail[]> {
    const worker = await all.start(settings);
    const open = () => all.store.asyncJobs.findOne({ service: 'mail' });
    await vi.waitFor(async () => expect((await open())?.completed).toBeInstanceOf(Date), LONG);
    expect((await open())?.results).toHaveLength(1);
    expect(await worker.stop()).toBe(0);
    const { uuid } = linkOf(smtp.mails[0]);
    expect((await test.anonymous.post('/signup/activation', { uuid }, FLAT)).status).toBe(202);
    return smtp.mails;
  }

  it('after the signup is written, before its mail is sent, loses no mail', async () => {
    const env = {
      PATH: process.env['PATH'],
      ...settings,
      PROCESS_ROLE: 'api',
      NODE_ENV: 'production',
      JWT_SECRET: 'a secret of more than thirty-two characters',
      SIGNUP: JSON.stringify(newBody('bea')),
    };
    const child = spawn(process.execPath, [commandFile('test/support/accounts/signup-process.ts')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    expect([await once(child, 'exit'), output]).toEqual([[null, 'SIGKILL'], '']);
    expect(await all.store.agendaJobs.countDocuments()).toBe(0);
    expect(await finish()).toHaveLength(1);
  });

  it('before the server has accepted the mail loses none, and sends one', async () => {
    await signUp('cleo');
    const worker = await all.start(settings);
    smtp.takeMail = () => {
      worker.child.kill('SIGKILL');
      return 'silence';
    };
    await ended(worker);
    smtp.takeMail = () => undefined;
    expect(smtp.mails).toEqual([]);
    expect(await finish()).toHaveLength(1);
  });

  it('between the acceptance and its record sends it twice, with the same Message-ID', async () => {
    await signUp('dora');
    const worker = await all.start(settings);
    smtp.accepted = () => worker.child.kill('SIGKILL');
    await ended(worker);
    smtp.accepted = () => undefined;
    expect(smtp.mails).toHaveLength(1);
    const [first, second, ...others] = await finish();
    expect(others).toEqual([]);
    expect(second?.messageId).toBe(first?.messageId);
    expect([second?.date, second?.text]).toEqual([first?.date, first?.text]);
  });
});
