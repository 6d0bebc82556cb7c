// The headers of files: the interpretation of names and types by browsers.
import { parse } from 'content-disposition';
import { describe, expect, it } from 'vitest';
import { fileResponse, type ServedFile } from '../../../core/files/file-response.ts';

const answer = (file: Partial<ServedFile> = {}) =>
  fileResponse({} as never, {
    key: 'a-key',
    name: 'a.txt',
    mimeType: 'text/plain',
    size: 3,
    hash: 'abc',
    modified: new Date(0),
    audience: 'public',
    ...file,
  });

describe('a name', () => {
  it.each([
    'a.txt',
    'two words.txt',
    'ein "Zitat".txt',
    "it's; filename=evil.exe.txt",
    '100%.txt',
    '%41%2F.txt',
    'Übergrößenträger.pdf',
    'вомбат.png',
    '袋熊.png',
    'وومبات.png',
    '👩‍👩‍👧.png',
    '-rf *',
    'ö'.repeat(255),
    '🦘'.repeat(255),
  ])('%.30s is returned unchanged', (name) => {
    const header = answer({ name }).headers['Content-Disposition'] ?? '';
    expect(header).toMatch(/^attachment; filename\*?=[\x20-\x7e]+$/);
    expect(parse(header).type).toBe('attachment');
    expect(parse(header).parameters['filename']).toBe(name);
    expect(header.length).toBeLessThan(4000);
  });
});

describe('a type', () => {
  it.each(['image/png', 'image/svg+xml', 'text/html', 'video/mp4', 'application/vnd.api+json', 'text/css'])(
    '%s is sent unchanged, as an attachment',
    (mimeType) => {
      const { mediaType, headers } = answer({ mimeType });
      expect(mediaType).toBe(mimeType);
      expect(headers['Content-Disposition']).toMatch(/^attachment/);
      expect(headers['Content-Security-Policy']).toMatch(/^default-src 'none';.*; sandbox$/);
    },
  );

  it.each([
    'text/javascript',
    'application/javascript',
    'application/x-javascript',
    'application/ecmascript',
    'text/jscript',
    'text/livescript',
    'text/javascript1.5',
    'multipart/x-mixed-replace',
    'message/rfc822',
    'text/html; charset=utf-7',
    'text/html\r\nSet-Cookie: a=b',
    'nonsense',
    '',
  ])('%j is sent as application/octet-stream', (mimeType) => {
    expect(answer({ mimeType }).mediaType).toBe('application/octet-stream');
  });

  it('that is a script by its subtype is one too', () => {
    expect(answer({ mimeType: 'application/vnd.x+javascript' }).mediaType).toBe('application/octet-stream');
  });
});

it('an ETag covers the bytes, the name and the type', () => {
  const tags = [{}, { hash: 'abd' }, { name: 'b.txt' }, { mimeType: 'text/csv' }].map((file) => answer(file).etag);
  expect(new Set(tags).size).toBe(4);
  expect(answer({ modified: new Date(1) }).etag).toBe(answer().etag);
});
