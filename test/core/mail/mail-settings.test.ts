import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../core/config/config.ts';
import type { parseSmtpUrl } from '../../../core/config/mail-settings.ts';

const read = (env: Record<string, string>) => readConfig(env, () => 's'.repeat(32));

describe('SMTP_URL', () => {
  const plain = { secure: false, options: {}, tls: {} };
  const good: [text: string, setting: ReturnType<typeof parseSmtpUrl>][] = [
    ['smtp://mail.example.org', { ...plain, host: 'mail.example.org' }],
    ['smtp://localhost:25/', { ...plain, host: 'localhost', port: 25 }],
    ['smtps://[::1]:465', { ...plain, secure: true, host: '::1', port: 465 }],
    [
      'smtps://press%40example.org:p%40ss%3Aword%2F%23@mail.example.org',
      { ...plain, secure: true, host: 'mail.example.org', auth: { user: 'press@example.org', pass: 'p@ss:word/#' } },
    ],
    [
      'smtp://a:b@c?requireTLS=true&name=cms.example.org&socketTimeout=5000&tls.rejectUnauthorized=false&tls.servername=d',
      {
        ...{ secure: false, host: 'c', auth: { user: 'a', pass: 'b' } },
        options: { requireTLS: true, name: 'cms.example.org', socketTimeout: 5000 },
        tls: { rejectUnauthorized: false, servername: 'd' },
      },
    ],
  ];
  it.each(good)('%s is accepted', (text, setting) => {
    expect(read({ SMTP_URL: text }).smtpUrl).toEqual(setting);
  });

  it.each([
    'mail.example.org',
    'http://hunter2@mail.example.org',
    'smtp://',
    'smtp://user:hunter2@',
    'smtp://user@mail.example.org/hunter2',
    'smtp://:hunter2@mail.example.org',
    'smtp://hunter2@mail.example.org',
    'smtp://user:hunter%zz@mail.example.org',
    'smtp://user:hunter2@mail.example.org/path',
    'smtp://user:hunter2@mail.example.org#part',
    'smtp://user:hunter2@mail.example.org:0',
    'smtp://user:hunter2@mail.example.org:70000',
    'smtp://user:hunter2@mail%0d.example.org',
    'smtp://user:hunter2@mail.example.org?requireTls=true',
    'smtp://user:hunter2@mail.example.org?requireTLS=yes',
    'smtp://user:hunter2@mail.example.org?requireTLS=true&requireTLS=false',
    'smtp://user:hunter2@mail.example.org?debug=true&logger=true',
    'smtp://user:hunter2@mail.example.org?proxy=http://evil',
    'smtp://user:hunter2@mail.example.org?socketTimeout=-1',
    'smtp://user:hunter2@mail.example.org?__proto__=1',
    'smtp://user:hunter2@mail.example.org?tls.ca=/etc/passwd',
    'smtp://user:hunter2@mail.example.org?name=a%0d%0ab',
  ])('%s is refused in one line that does not show it', (text) => {
    const refusal = (): unknown => read({ SMTP_URL: text });
    expect(refusal).toThrow(/^SMTP_URL: the value given is not allowed, it takes smtp:\/\/host:port .*$/);
    expect(refusal).not.toThrow(/hunter|mail\.example/);
  });
});

describe('MAIL_FROM', () => {
  it.each([
    ['press@example.org', { name: '', address: 'press@example.org' }],
    [' Our Press  <press@example.org> ', { name: 'Our Press', address: 'press@example.org' }],
    ['"Press, Our" <press@example.org>', { name: 'Press, Our', address: 'press@example.org' }],
    ['Vérlag <verlag@bücher.example>', { name: 'Vérlag', address: 'verlag@bücher.example' }],
    ['<press@localhost>', { name: '', address: 'press@localhost' }],
  ])('%s is accepted', (text, sender) => {
    expect(read({ MAIL_FROM: text }).mailFrom).toEqual(sender);
  });

  it.each([
    'Press',
    'press@',
    '@example.org',
    'a@b@c',
    'a@-b.example',
    'a@b..example',
    'a b@example.org',
    'a@example.org, b@example.org',
    'A <a@example.org> B <b@example.org>',
    'A\r\nBcc: b@example.org <a@example.org>',
    `${'x'.repeat(101)} <a@example.org>`,
    `${'x'.repeat(65)}@example.org`,
  ])('%j is refused', (text) => {
    expect(() => read({ MAIL_FROM: text })).toThrow(
      /^MAIL_FROM: .* is not allowed, it takes an e-mail address, or Name/,
    );
  });
});
