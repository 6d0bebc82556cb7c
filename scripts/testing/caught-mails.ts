// Mails of a test service: without SMTP_URL they are files, which this reads.
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 10_000;

export interface CaughtMail {
  to: string;
  subject: string;
  /** The message as sent, with long lines joined: its links can be searched for. */
  text: string;
}

/** Quoted-printable as text: soft line breaks go, `=C3=A9` is its bytes. */
const decoded = (message: string): string => {
  const bytes = message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

const headerOf = (text: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';

async function allMails(folder: string): Promise<CaughtMail[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml')).map((name) => path.join(folder, name));
  const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
  const texts = dated.sort((a, b) => a.at - b.at).map(({ file }) => readFile(file, 'latin1'));
  return (await Promise.all(texts)).map((message) => {
    const text = decoded(message);
    return { to: headerOf(text, 'To'), subject: headerOf(text, 'Subject'), text };
  });
}

/** Those to an address; empty when none came within 10 s. */
export async function readMails(folder: string, to: string): Promise<CaughtMail[]> {
  for (const end = performance.now() + PATIENCE_MS; ; await sleep(50)) {
    const found = (await allMails(folder)).filter((mail) => mail.to.includes(to));
    if (found.length > 0 || performance.now() > end) return found;
  }
}
