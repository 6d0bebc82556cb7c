// Templates of mails, and those of a project that replace them (D260).
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError } from '../../../core/config/config.ts';
import { greetableName } from '../../../core/mail/greetable-name.ts';
import { loadMailTemplates, nearestLanguage, type MailValues } from '../../../core/mail/mail-templates.ts';

const facts = { address: '192.0.2.17', device: 'Browser <1>', at: '2026-05-13 07:09 UTC' };
const values: MailValues = { project: 'Press', name: 'Ada', link: 'https://example.org/?uuid=1&a=b', ...facts };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-templates-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

const refusal = (given: string = folder): string => {
  try {
    loadMailTemplates(given);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('the templates were taken');
};

describe('the templates of the service', () => {
  const languages = ['en', 'it', 'de', 'fr', 'es'];
  const names = ['signup', 'welcome', 'credentials_change'] as const;
  const all = languages.flatMap((lang) => names.map((name) => [lang, name] as const));

  it.each(all)('%s/%s have a subject, text and HTML of their language', (lang, name) => {
    const mail = loadMailTemplates(undefined).render(name, [lang], values);
    expect(mail.lang).toBe(lang);
    expect(mail.subject).toContain('Press');
    expect(mail.text).toContain('Ada,\n\n');
    expect(mail.text).toContain(`\n\n${values.link}\n`);
    expect(mail.html).toContain(`<html lang="${lang}" dir="ltr">`);
    expect(mail.html).toContain('href="https://example.org/?uuid=1&amp;a=b"');
    expect(mail.html).toContain(`<title>${mail.subject}</title>`);
    expect(mail.text + mail.html + mail.subject).not.toMatch(/undefined|<%|%>|\[object/);
  });

  const notices = [
    'session_ended',
    'second_factor_added',
    'second_factor_removed',
    'one_factor_removed',
    'recovery_codes_renewed',
    'new_sign_in',
    'password_changed',
    'address_changed',
  ] as const;
  it.each(languages.flatMap((lang) => notices.map((name) => [lang, name] as const)))(
    '%s/%s has time and address of an event of the account',
    (lang, name) => {
      const mail = loadMailTemplates(undefined).render(name, [lang], { ...values, link: '' });
      expect([mail.lang, mail.subject.includes('Press')]).toEqual([lang, true]);
      for (const value of Object.values(facts)) expect(mail.text).toContain(value);
      expect(mail.html).toContain('Browser &lt;1&gt;');
      expect(mail.html).toContain(`<title>${mail.subject}</title>`);
      expect(mail.text + mail.html + mail.subject).not.toMatch(/undefined|<%|%>|\[object/);
    },
  );

  it('exist in each language', async () => {
    const own = new URL('../../../core/mail/templates/', import.meta.url);
    const english = await readdir(new URL('en', own));
    for (const lang of languages) expect(await readdir(new URL(lang, own))).toEqual(english);
  });

  it('work without a name and a link', () => {
    const mail = loadMailTemplates(undefined).render('welcome', ['en'], { ...values, name: '', link: '' });
    expect(mail.text).toMatch(/^Hello,\n/);
    expect(mail.html).not.toContain('href');
  });

  it('show values unchanged, in HTML as text', () => {
    const name = `<script>alert("1" & '2')</script><%= it.link %>`;
    const mail = loadMailTemplates(undefined).render('signup', ['en'], { ...values, name, project: '<b>&amp;' });
    expect(mail.html).not.toMatch(/<script|<b>/);
    expect(mail.html).toContain(
      '&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;&lt;%= it.link %&gt;',
    );
    expect(mail.text).toContain(name);
    expect(mail.subject).toContain('<b>&amp;');
  });

  it('keep each value on one line', () => {
    const project = 'Press\r\nBcc: evil@example.org\u2028\u0000x';
    const mail = loadMailTemplates(undefined).render('signup', ['en'], { ...values, project });
    expect(mail.subject).toBe('Confirm your registration with Press Bcc: evil@example.org x');
  });
});

describe('the language of a mail', () => {
  const there = new Set(['en', 'de', 'de-at', 'zh-hant', 'it']);
  const cases: [tags: string[], nearest: string | undefined][] = [
    [['de'], 'de'],
    [['DE-AT'], 'de-at'],
    [['de_CH'], 'de'],
    [['de-AT-1996'], 'de-at'],
    [['zh-Hant-TW'], 'zh-hant'],
    [['zh-Hans', 'it-CH', 'en'], 'it'],
    [['', 'en'], 'en'],
    [['../../etc', 'en'], 'en'],
    [['pt', 'xx'], undefined],
  ];
  it.each(cases)('of %j is %s', (tags, nearest) => {
    expect(nearestLanguage(tags, (tag) => there.has(tag))).toBe(nearest);
  });

  it('is the configured one, else English, without a template', () => {
    const templates = loadMailTemplates(undefined);
    expect(templates.render('signup', ['ja-JP', 'fr-CA'], values).lang).toBe('fr');
    expect(templates.render('signup', ['ja-JP', 'pt'], values).lang).toBe('en');
  });

  it('may be written from right to left', async () => {
    await put({
      'ar/signup.txt.eta': 'تأكيد\n\n<%= it.link %>',
      'ar/signup.html.eta': "<% layout('@layout') %><p>تأكيد</p>",
    });
    const templates = loadMailTemplates(folder);
    const mail = templates.render('signup', ['ar-EG'], values);
    expect(mail).toMatchObject({ lang: 'ar', subject: 'تأكيد' });
    expect(mail.html).toContain('<html lang="ar" dir="rtl">');
    expect(templates.render('welcome', ['ar-EG'], values).lang).toBe('en');
  });
});

describe('templates of a project', () => {
  it('replace shipped ones individually', async () => {
    await put({
      'de/signup.txt.eta': '\ufeffHallo bei <%= it.project %>\r\n\r\nHier: <%= it.link %>\r\nEnde\r\n',
      'layout.html.eta': '<main><%~ it.body %></main>',
      'README.md': 'ours',
    });
    const templates = loadMailTemplates(folder);
    const mail = templates.render('signup', ['de'], values);
    expect(mail).toMatchObject({ subject: 'Hallo bei Press', text: `Hier: ${values.link}\nEnde\n` });
    expect(mail.html).toMatch(/^<main>\s*<p>Guten Tag Ada,/);
    expect(templates.render('signup', ['it'], values).html).toMatch(/^<main>/);
    expect(templates.render('welcome', ['de'], values).subject).toBe('Willkommen bei Press');
  });

  it.each([
    ['de/signup.html.eta', '<p><%= it.name </p>', /signup\.html\.eta: .*unclosed/],
    ['de/signup.html.eta', '<% if (it.name { %>x<% } %>', /signup\.html\.eta: Bad template syntax/],
    ['de/signup.html.eta', '<%= it.nobody.name %>', /signup\.html\.eta: Cannot read properties/],
    ['de/signup.html.eta', "<% layout('@missing') %>x", /signup\.html\.eta: Failed to get template/],
    ['de/signup.txt.eta', 'only a subject', /signup\.txt\.eta: the first line is the subject/],
    ['layout.html.eta', '<%= it.nobody.name %>', /\/layout\.html\.eta: Cannot read properties/],
    ['de/sign-up.txt.eta', 'x\ny', /sign-up\.txt\.eta is not a template: there are layout\.html\.eta/],
    ['signup.txt.eta', 'x\ny', /signup\.txt\.eta is not a template/],
    ['German/signup.txt.eta', 'x\ny', /signup\.txt\.eta is not a template/],
    ['pt/signup.txt.eta', 'x\ny', /pt\/signup\.html\.eta is missing/],
    ['pt/signup.html.eta', 'x', /pt\/signup\.txt\.eta is missing/],
  ])('are refused at the start in one line: %s with %j', async (name, text, reason) => {
    await put({ [name]: text });
    const message = refusal();
    expect(message).toMatch(/^MAIL_TEMPLATES: /);
    expect(message).toMatch(reason);
    expect(message).not.toContain('\n');
  });

  it('are refused when the folder is not a folder', async () => {
    await put({ file: '' });
    expect(refusal(path.join(folder, 'missing'))).toMatch(/^MAIL_TEMPLATES: ENOENT/);
    expect(refusal(path.join(folder, 'file'))).toMatch(/^MAIL_TEMPLATES: ENOTDIR/);
  });
});

describe('a greeting', () => {
  const users: [user: Record<string, unknown>, name: string][] = [
    [{ name: 'Ada', surname: 'Lovelace' }, 'Ada Lovelace'],
    [{ name: 'J. R. R.', surname: "O'Neill-Müller" }, "J. R. R. O'Neill-Müller"],
    [{ name: 'שרה' }, 'שרה'],
    [{ name: null, surname: undefined }, ''],
    [{ name: 'Ada\r\nBcc: x' }, ''],
    [{ name: 'win at evil.example' }, ''],
    [{ name: 'http', surname: '//evil' }, ''],
    [{ name: 'x'.repeat(61) }, ''],
    [{ name: 7 }, ''],
  ];
  it.each(users)('for %j is "%s"', (user, name) => {
    expect(greetableName(user)).toBe(name);
  });
});
