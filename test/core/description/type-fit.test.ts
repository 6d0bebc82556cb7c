// The media that each object type may hold (D32).
import { expect, test } from 'vitest';
import { ApiError } from '../../../core/errors.ts';
import { assertFits } from '../../../core/files/type-fit.ts';

const type = (...names: string[]) => ({ name: names[0] ?? '', ancestors: [...names.slice(1), 'media', 'objects'] });

test.each([
  ['image/png', type('images')],
  ['image/svg+xml', type('images')],
  ['video/mp4', type('videos')],
  ['application/mxf', type('videos')],
  ['audio/mpeg', type('audio')],
  ['application/ogg', type('audio')],
  ['application/ogg', type('videos')],
  ['image/png', type('files')],
  ['text/html', type('files')],
  ['application/pdf', type('sheets')],
  ['image/png', type('flags', 'images')],
])('%s may be in %o', (mimeType, into) => {
  expect(() => assertFits(mimeType, into)).not.toThrow();
});

test.each([
  ['video/mp4', type('images')],
  ['image/png', type('videos')],
  ['audio/mpeg', type('videos')],
  ['application/octet-stream', type('images')],
  ['application/pdf', type('flags', 'images')],
])('%s may not be in %o', (mimeType, into) => {
  const refused = (() => {
    try {
      return assertFits(mimeType, into);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ code: 'file_type_mismatch', faults: [{ source: { header: 'Content-Type' } }] });
});
