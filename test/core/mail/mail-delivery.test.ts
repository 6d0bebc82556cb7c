// Mails with a real mail server (D35): delivered mails, and those that cannot be sent.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../../support/processes/smtp-server.ts';
import { createMailWorld, failure, jobOf, NOW, SECRET, signup } from './mail-world.ts';

const opened: { stop?: () => Promise<void>; close?: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await (one.stop ?? one.close)?.();
});

async function start(options?: Parameters<typeof startSmtpServer>[0]): Promise<TestSmtpServer> {
  const server = await startSmtpServer(options);
  opened.push(server);
  return server;
}

async function worldOf(url: string, options: Parameters<typeof createMailWorld>[0] = {}) {
  const env = { SMTP_URL: url, MAIL_FROM: 'Our Press <press@example.org>', ...options.env };
  const world = await createMailWorld({ ...options, env });
  opened.push(world);
  return world;
}

describe('a mail that is accepted', () => {
  it('has both parts, its headers, and the link once in text and in HTML', async () => {
    const server = await start();
    const world = await worldOf(server.url, { settings: { 'Project.name': 'Verlag Müller' } });
    const job = signup({ redirect_url: 'https://app.example.org/back?a=1&b=2' });
    expect(await world.run(job)).toEqual([expect.stringMatching(/^The mail server has accepted it: 250 /)]);
    const [mail] = server.mails;
    expect(mail).toMatchObject({
      subject: 'Confirm your registration with Verlag Müller',
      messageId: `<${job._id}@example.org>`,
      date: NOW,
      recipients: ['ada@example.org'],
      from: { value: [{ name: 'Our Press', address: 'press@example.org' }] },
    });
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.headers.get('content-language')).toBe('en');
    const link = `https://app.example.org/activate?uuid=${SECRET}&redirect_url=https%3A%2F%2Fapp.example.org%2Fback%3Fa%3D1%26b%3D2`;
    expect(mail?.text).toContain(`\n${link}\n`);
    expect(mail?.text).toContain('Hello Ada,');
    expect(mail?.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    expect(mail?.html).toContain('<html lang="en" dir="ltr">');
    expect(world.logged.join('')).not.toContain(SECRET);
  });

  it('is sent twice with the same Message-ID when its record was lost', async () => {
    const server = await start();
    const world = await worldOf(server.url);
    const job = signup();
    await world.run(job);
    await world.run({ ...job, interruptions: 1 });
    expect(server.mails.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${job._id}@example.org>`));
    expect(new Set(server.mails.map(({ date }) => date?.toISOString())).size).toBe(1);
  });

  it('may be written by an administrator, to several recipients, in any script', async () => {
    const server = await start();
    const world = await worldOf(server.url);
    const to = ['one@example.org', 'two@bücher.example'];
    const html = '<p>\u05e9\u05dc\u05d5\u05dd &amp; Grüße</p>';
    await world.run(jobOf({ to, subject: 'שלום Grüße \u{1f4ec}', text: 'مرحبا\n.\n..\nEnd', html }));
    const [mail] = server.mails;
    expect(mail?.recipients).toEqual(['one@example.org', 'two@bücher.example']);
    expect(mail?.subject).toBe('שלום Grüße \u{1f4ec}');
    expect(mail?.text?.trim()).toBe('مرحبا\n.\n..\nEnd');
    expect(mail?.html).toContain('שלום &amp; Grüße');
  });

  it('has lines that mail servers accept, with values of any length', async () => {
    const server = await start();
    const project = 'Ü'.repeat(5_000);
    const world = await worldOf(server.url, {
      settings: { 'Project.name': project },
      user: { name: 'n'.repeat(9_000) },
    });
    await world.run(signup({ url: `https://app.example.org/${'a'.repeat(1_500)}` }));
    const [mail] = server.mails;
    expect(Math.max(...(mail?.raw.split('\r\n') ?? []).map((line) => line.length))).toBeLessThanOrEqual(998);
    expect(mail?.text).toContain(`${'a'.repeat(1_500)}?uuid=${SECRET}`);
    expect(mail?.text).toContain('Hello,');
  });

  it('names the refused recipients of several', async () => {
    const server = await start();
    server.takeRecipient = (address) => (address.startsWith('gone') ? { code: 550, text: 'No such user' } : undefined);
    const world = await worldOf(server.url);
    const results = await world.run(jobOf({ to: ['gone@example.org', 'here@example.org'], subject: 's', text: 't' }));
    expect(results).toEqual([
      expect.stringContaining('accepted'),
      expect.stringMatching(/^Not sent to gone@example.org: .*550 No such user/),
    ]);
    expect(server.mails[0]?.recipients).toEqual(['here@example.org']);
  });
});

describe('no header or command can be injected into', () => {
  const evil = 'x\r\nBcc: evil@example.org\r\n\r\nbody';

  it.each([
    ['the name of the project', { settings: { 'Project.name': evil } }],
    ['the name of a user', { user: { name: evil, surname: evil } }],
  ])('%s', async (_what, options) => {
    const server = await start();
    const world = await worldOf(server.url, options);
    await world.run(signup());
    expect(server.mails[0]?.recipients).toEqual(['ada@example.org']);
    expect(server.mails[0]?.headers.has('bcc')).toBe(false);
    expect(server.mails[0]?.raw).not.toMatch(/^Bcc:/im);
  });

  it('a subject', async () => {
    const server = await start();
    const world = await worldOf(server.url);
    await world.run(jobOf({ to: 'ada@example.org', subject: evil, text: 't' }));
    expect(server.mails[0]?.subject).toBe('x Bcc: evil@example.org body');
    expect(server.mails[0]?.recipients).toEqual(['ada@example.org']);
  });

  it.each([
    'ada@example.org\r\nRCPT TO:<evil@example.org>',
    'ada@example.org>\r\nDATA',
    'ada@example.org, evil@example.org',
    'Ada <ada@example.org>',
    'a,evil@example.org',
    'group:evil@example.org;',
    'ada@example.org\0',
    '"ada\r\n"@example.org',
  ])('the address %j', async (to) => {
    const server = await start();
    const world = await worldOf(server.url);
    for (const job of [signup({ to }), jobOf({ to: [to], subject: 's', text: 't' })]) {
      const error = await failure(world.run(job));
      expect(error).toMatchObject({ final: true, message: expect.stringContaining('"to"') as string });
    }
    expect(server.connections).toBe(0);
  });

  it('the language', async () => {
    const server = await start();
    const world = await worldOf(server.url);
    await world.run(signup({ lang: 'de\r\nBcc: evil@example.org' }));
    expect(server.mails[0]?.headers.get('content-language')).toBe('en');
    expect(server.mails[0]?.headers.has('bcc')).toBe(false);
  });
});

describe('TLS and login', () => {
  const login = { user: 'mailer', pass: 'p@ss:word/ü' };
  const given = `${login.user}:${encodeURIComponent(login.pass)}@127.0.0.1`;

  it.each([false, true])('are used by SMTP_URL (from the start: %s)', async (secure) => {
    const server = await start({ login, secure });
    const world = await worldOf(server.url.replace('127.0.0.1', given));
    await world.run(signup());
    expect(server.mails).toHaveLength(1);
  });

  it.each([false, true])('refuse an untrusted certificate (from the start: %s)', async (secure) => {
    const server = await start({ login, secure });
    const world = await worldOf(`${secure ? 'smtps' : 'smtp'}://${given}:${server.port}`);
    const error = await failure(world.run(signup()));
    expect(error).toMatchObject({ final: false, message: expect.stringMatching(/certificate/i) as string });
    expect(server.mails).toEqual([]);
  });

  it('send no credentials in clear text unless SMTP_URL allows it', async () => {
    const server = await start({ login, plain: true });
    const world = await worldOf(`smtp://${given}:${server.port}`);
    expect(await failure(world.run(signup()))).toMatchObject({ final: false });
    expect(server.mails).toEqual([]);
    const careless = await worldOf(`smtp://${given}:${server.port}?ignoreTLS=true`);
    await careless.run(signup());
    expect(server.mails).toHaveLength(1);
  });

  it('with wrong credentials are retried, and never shown', async () => {
    const server = await start({ login });
    const world = await worldOf(server.url.replace('127.0.0.1', 'mailer-7:hunter2@127.0.0.1'));
    const error = await failure(world.run(signup()));
    expect(error.final).toBe(false);
    expect(error.message).toMatch(/^It could not be sent: .*535 .*\[hidden\]/);
    for (const secret of ['hunter2', 'mailer-7']) expect(error.message + world.logged.join('')).not.toContain(secret);
    expect(error.cause).toBeUndefined();
  });

  it('are not omitted when the server has no login', async () => {
    const server = await start();
    const world = await worldOf(server.url.replace('127.0.0.1', given));
    expect(await failure(world.run(signup()))).toMatchObject({ final: false });
    expect(server.mails).toEqual([]);
  });

  it('are required with ?requireTLS=true', async () => {
    const server = await start({ plain: true });
    const world = await worldOf(`smtp://127.0.0.1:${server.port}?requireTLS=true`);
    expect(await failure(world.run(signup()))).toMatchObject({ final: false });
    expect(server.mails).toEqual([]);
  });
});

describe('a mail that cannot be sent', () => {
  it('is retried when no server listens', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => gone.once('listening', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const world = await worldOf(`smtp://127.0.0.1:${port}`);
    const error = await failure(world.run(signup()));
    expect(error).toMatchObject({ final: false, message: expect.stringContaining('ECONNREFUSED') as string });
  });

  it('is retried when the greeting does not arrive', async () => {
    const server = await start();
    server.greet = () => 'silence';
    const world = await worldOf(`${server.url}&greetingTimeout=50`);
    const error = await failure(world.run(signup()));
    expect(error).toMatchObject({ final: false, message: expect.stringMatching(/greeting/i) as string });
  });

  it('is retried when the server stops responding', async () => {
    const server = await start();
    server.takeMail = () => 'silence';
    const world = await worldOf(`${server.url}&socketTimeout=200`);
    const error = await failure(world.run(signup()));
    expect(error).toMatchObject({ final: false, message: expect.stringMatching(/timeout/i) as string });
  });

  it.each(['greet', 'takeRecipient', 'takeMail'] as const)(
    'is retried when the connection breaks (%s)',
    async (when) => {
      const server = await start();
      server[when] = () => 'break';
      const world = await worldOf(server.url);
      const job = signup();
      expect(await failure(world.run(job))).toMatchObject({ final: false });
      server[when] = () => undefined;
      await world.run(job);
      expect(server.mails).toHaveLength(1);
    },
  );

  it.each(['greet', 'takeRecipient', 'takeMail'] as const)('is retried after a 4xx (%s)', async (when) => {
    const server = await start();
    server[when] = () => ({ code: 451, text: 'Come back later' });
    const world = await worldOf(server.url);
    const job = signup();
    const error = await failure(world.run(job));
    expect(error).toMatchObject({ final: false, message: expect.stringContaining('451 Come back later') as string });
    server[when] = () => undefined;
    await world.run(job);
    expect(server.mails).toHaveLength(1);
  });

  it.each(['takeRecipient', 'takeMail'] as const)('has finally failed after a 5xx (%s)', async (when) => {
    const server = await start();
    server[when] = () => ({ code: 550, text: `We do not want ${SECRET} here` });
    const world = await worldOf(server.url);
    const error = await failure(world.run(signup()));
    expect(error).toMatchObject({
      final: true,
      message: expect.stringContaining('550 We do not want [hidden]') as string,
    });
  });

  it('is retried when one of several recipients may be accepted later', async () => {
    const server = await start();
    server.takeRecipient = (address) => ({ code: address.startsWith('busy') ? 450 : 550, text: 'No' });
    const world = await worldOf(server.url);
    const job = jobOf({ to: ['busy@example.org', 'gone@example.org'], subject: 's', text: 't' });
    expect(await failure(world.run(job))).toMatchObject({ final: false });
  });

  it('is retried when the server refuses the connection', async () => {
    const server = await start();
    server.greet = () => ({ code: 554, text: 'Your network is blocked' });
    const world = await worldOf(server.url);
    expect(await failure(world.run(signup()))).toMatchObject({ final: false });
  });

  it('is abandoned when another process has taken the job', async () => {
    const server = await start();
    server.takeMail = () => 'silence';
    const world = await worldOf(server.url);
    const lost = new AbortController();
    const run = failure(world.run(signup(), lost.signal));
    await expect.poll(() => server.connections).toBe(1);
    lost.abort();
    expect(await run).toMatchObject({ final: false });
  });

  it('waits longer each time, about a day in total', async () => {
    const world = await worldOf('smtp://127.0.0.1:1');
    const waits = Array.from(
      { length: 9 },
      (_none, index) => world.waits[Math.min(index, world.waits.length - 1)] ?? 0,
    );
    expect(waits.slice(0, 7)).toEqual([30, 120, 600, 1_800, 3_600, 7_200, 14_400].map((seconds) => seconds * 1_000));
    expect(waits.reduce((sum, wait) => sum + wait) / 3_600_000).toBeCloseTo(23.7, 1);
  });
});
