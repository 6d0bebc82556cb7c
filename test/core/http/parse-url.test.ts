import { expect, it } from 'vitest';
import { parseUrl } from '../../../core/network/parse-url.ts';

it('URLs with letters of every alphabet are parsed, after any number of calls', () => {
  // After this number of calls a function is compiled; then URL.canParse of Node 20 returns wrong results.
  for (let n = 0; n < 100_000; n++) parseUrl(`http://a${n % 7}.example`);
  expect(parseUrl('https://bücher.example')?.host).toBe('xn--bcher-kva.example');
  expect(parseUrl('/home', 'http://localhost')?.href).toBe('http://localhost/home');
  for (const text of ['', 'a', 'http://', '//a']) expect(parseUrl(text)).toBeUndefined();
});
