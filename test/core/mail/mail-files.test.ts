// Mails without a mail server (D35, D258).
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { afterEach, expect, it } from 'vitest';
import { createMailWorld, failure, jobOf, NOW, SECRET, signup } from './mail-world.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function openWorld(env: Record<string, string> = {}) {
  const world = await createMailWorld({ env });
  opened.push(world);
  return { ...world, folder: path.join(world.dataDir, 'mail') };
}

it('are files named by their job, for the owner only', async () => {
  const world = await openWorld({ PUBLIC_URL: 'https://cms.example.org/api' });
  const job = signup();
  expect(await world.run(job)).toEqual([`Written to the file ${job._id}.eml.`]);
  expect(await readdir(world.folder)).toEqual([`${job._id}.eml`]);
  const file = path.join(world.folder, `${job._id}.eml`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(world.folder)).mode & 0o777).toBe(0o700);
  const mail = await simpleParser(await readFile(file));
  expect(mail).toMatchObject({
    subject: 'Confirm your registration with Colophon',
    from: { text: 'noreply@cms.example.org' },
    to: { text: 'ada@example.org' },
    messageId: `<${job._id}@cms.example.org>`,
    date: NOW,
  });
  expect(mail.text).toContain(`https://app.example.org/activate?uuid=${SECRET}\n`);
});

it('are in the log with subject and file only', async () => {
  const world = await openWorld();
  const job = signup();
  await world.run(job);
  const [line, ...others] = world.logged;
  expect(others).toEqual([]);
  const { level: _level, time: _time, ...fields } = JSON.parse(line ?? '') as Record<string, unknown>;
  expect(fields).toEqual({
    subject: 'Confirm your registration with Colophon',
    file: `${job._id}.eml`,
    msg: 'mail: written to a file, since SMTP_URL is not set',
  });
});

it('are written once when the job is run again, also after an interruption', async () => {
  const world = await openWorld();
  const job = signup();
  await world.run(job);
  await writeFile(path.join(world.folder, `.${job._id}.eml.part`), 'half of');
  await world.run(job);
  expect(await readdir(world.folder)).toEqual([`${job._id}.eml`]);
});

it.each([
  ['http://127.0.0.1:3000', 'noreply@[127.0.0.1]'],
  ['http://[::1]:3000', 'noreply@[IPv6:::1]'],
  ['https://bücher.example', 'noreply@xn--bcher-kva.example'],
  ['', 'noreply@localhost'],
])('are from the host of PUBLIC_URL %s', async (url, address) => {
  const world = await openWorld({ PUBLIC_URL: url });
  const job = jobOf({ to: 'ada@example.org', subject: 's', text: 't' });
  await world.run(job);
  const text = await readFile(path.join(world.folder, `${job._id}.eml`), 'latin1');
  const from = /^From: <?([^>\r]+)>?\r$/m.exec(text)?.[1];
  expect(from?.toLowerCase()).toBe(address.toLowerCase());
  expect(text).toContain(`\r\nMessage-ID: <${job._id}@${address.slice('noreply@'.length)}>\r\n`);
});

it('are retried when the folder cannot be written', async () => {
  const world = await openWorld();
  await writeFile(world.folder, 'in the way');
  const job = signup();
  expect(await failure(world.run(job))).toMatchObject({ final: false });
  await rm(world.folder);
  await world.run(job);
});

it('are not written when another process has taken the job', async () => {
  const world = await openWorld();
  await failure(world.run(signup(), AbortSignal.abort()));
  expect((await readdir(world.folder).catch(() => [])).filter((name) => name.endsWith('.eml'))).toEqual([]);
});
