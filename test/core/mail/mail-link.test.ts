import { expect, it } from 'vitest';
import { mailLink } from '../../../core/mail/mail-link.ts';

const back = 'https://app.example.org/welcome?from=mail&x=ü#top';

const links: [url: string, parameters: Parameters<typeof mailLink>[1], link: string][] = [
  ['https://example.org', { uuid: 'u' }, 'https://example.org/?uuid=u'],
  ['https://example.org/activate', { uuid: 'u' }, 'https://example.org/activate?uuid=u'],
  ['https://example.org/activate?', { uuid: 'u' }, 'https://example.org/activate?uuid=u'],
  ['https://example.org/activate?a=1', { uuid: 'u' }, 'https://example.org/activate?a=1&uuid=u'],
  ['https://example.org/activate?a=1&', { uuid: 'u' }, 'https://example.org/activate?a=1&uuid=u'],
  ['https://example.org/activate?a&b=%20c+d', { uuid: 'u' }, 'https://example.org/activate?a&b=%20c+d&uuid=u'],
  ['https://example.org/activate#part', { uuid: 'u' }, 'https://example.org/activate?uuid=u#part'],
  ['https://example.org/#/activate?a=1', { uuid: 'u' }, 'https://example.org/?uuid=u#/activate?a=1'],
  ['https://example.org/activate?a=1#part', { uuid: 'u' }, 'https://example.org/activate?a=1&uuid=u#part'],
  ['https://example.org/activate?uuid=theirs&a=1', { uuid: 'u' }, 'https://example.org/activate?a=1&uuid=u'],
  ['https://example.org/activate?%75uid=theirs&uuid', { uuid: 'u' }, 'https://example.org/activate?uuid=u'],
  ['https://example.org/activate?uuid2=kept', { uuid: 'u' }, 'https://example.org/activate?uuid2=kept&uuid=u'],
  ['https://example.org/?redirect_url=kept', { uuid: 'u' }, 'https://example.org/?redirect_url=kept&uuid=u'],
  ['https://bücher.example/ä?ö=ü', { uuid: 'u' }, 'https://xn--bcher-kva.example/%C3%A4?%C3%B6=%C3%BC&uuid=u'],
  ['https://example.org/a b', { uuid: 'u' }, 'https://example.org/a%20b?uuid=u'],
  ['https://example.org/?q=100%', { uuid: 'u' }, 'https://example.org/?q=100%&uuid=u'],
  ['https://example.org/', {}, 'https://example.org/'],
  [
    'https://example.org/?redirect_url=theirs',
    { uuid: 'u', redirect_url: back },
    `https://example.org/?uuid=u&redirect_url=${encodeURIComponent(back)}`,
  ],
  [
    'https://example.org/',
    { redirect_url: 'https://example.org/%20?a=%26' },
    'https://example.org/?redirect_url=https%3A%2F%2Fexample.org%2F%2520%3Fa%3D%2526',
  ],
  ['https://example.org/', { uuid: '\ud800' }, 'https://example.org/?uuid=%EF%BF%BD'],
];

it.each(links)('of %s with %o is %s', (url, parameters, link) => {
  expect(mailLink(url, parameters)).toBe(link);
});

it('contains the values that were put into it', () => {
  const { searchParams } = new URL(mailLink('https://example.org/?a=1#b', { uuid: 'u&v', redirect_url: back }));
  expect(Object.fromEntries(searchParams)).toEqual({ a: '1', uuid: 'u&v', redirect_url: back });
});
