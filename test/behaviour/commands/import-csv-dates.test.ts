// Dates in CSV are read as those of requests (D45, D532).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFile, openPlace, type Place } from '../../support/writes/transfer.ts';

let folder: string;
let place: Place;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-csv-dates-'));
  place = await openPlace();
});
afterAll(async () => {
  await place.close();
  await rm(folder, { recursive: true, force: true });
});

it('takes and refuses dates as requests do', async () => {
  const taken = {
    '20260105': '2026-01-05T00:00:00+00:00',
    '2026': '2026-01-01T00:00:00+00:00',
    '2026-01-05 10:30': '2026-01-05T10:30:00+00:00',
    '2026-01-05T10:30:00+01': '2026-01-05T09:30:00+00:00',
    '100000000': '1973-03-03T09:46:40+00:00',
  };
  const refused = ['20261305', '12345', '99999999', '2026-02-30', 'soon'];
  const lines = [...Object.keys(taken), ...refused].map((date, at) => `dated-${at},${date}`);
  const file = path.join(folder, 'dates.csv');
  await writeFile(file, `uname,publish_start\n${lines.join('\n')}\n`);
  const { faults } = await importFile(place.own, file, { type: 'documents' });
  const first = Object.keys(taken).length + 2;
  const at = '/data/attributes/publish_start';
  expect(faults.map(({ line, pointer }) => [line, pointer]).sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual(
    refused.map((_, index) => [first + index, at]),
  );
  for (const [index, date] of Object.values(taken).entries()) {
    const { body } = await place.test.admin.get(`/documents/dated-${index}`);
    expect((body as { data: { attributes: object } }).data.attributes).toMatchObject({ publish_start: date });
  }
});
