// The files of `MODEL` at the start (D963): applied once by processes that start together, never with a loss, and faults end the start.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { connect } from '../../../core/store/connection/connect.ts';
import { createStore } from '../../../core/store/store.ts';
import { MODEL_FILE, modelFolder } from '../../support/writes/model-files.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/processes/service-processes.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'colophon-model-start-'));
const uri = new URL(inject('mongodbUri'));
uri.pathname = `/test_${randomUUID().slice(0, 18)}`;

afterAll(async () => {
  const { client, db } = await connect(uri.href);
  await db.dropDatabase();
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

const dataFolder = (): string => mkdtempSync(path.join(folder, 'data-'));

/** Lines of the log about the model. */
const linesAbout = (processes: readonly ServiceProcess[], message: string): Record<string, unknown>[] =>
  processes
    .flatMap((each) => each.complaints().split('\n'))
    .filter((line) => line.includes(message))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('is applied by one of several processes, and what would be lost is left', async () => {
  const MODEL = modelFolder(MODEL_FILE);
  const start = () => startServiceProcess(uri.href, { DATA_DIR: dataFolder(), MODEL, LOG_LEVEL: 'info' });
  const processes = await Promise.all([start(), start(), start()]);
  try {
    const applied = linesAbout(processes, 'model: the files were applied');
    expect(applied).toHaveLength(1);
    expect(applied[0]?.['changes']).toContain('+ object_types.recipes');
    for (const { url } of processes) expect((await fetch(`${url}/recipes`)).status).toBe(200);
  } finally {
    await Promise.all(processes.map((each) => each.stop()));
  }
  writeFileSync(path.join(MODEL, 'model.yaml'), MODEL_FILE.replace(/^ +rating: .*\n/m, ''));
  const again = await start();
  try {
    const [left] = linesAbout([again], 'model: changes that would lose data were left');
    expect(left?.['changes']).toEqual([expect.stringContaining('- object_types.recipes.properties.rating')]);
    expect(linesAbout([again], 'model: the files were applied')).toEqual([]);
  } finally {
    await again.stop();
  }
  const { client, db } = await connect(uri.href);
  expect(await createStore(client, db).state.findOne({ _id: 'model files' })).toBe(null);
  await client.close();
});

it('ends the start with the places of all faults', async () => {
  const MODEL = modelFolder('rolls: {}\nroles: []\n');
  const start = startServiceProcess(uri.href, { DATA_DIR: dataFolder(), MODEL });
  const lines =
    /colophon: \S+model\.yaml:1:1: rolls is not known.*\ncolophon: \S+model\.yaml:2:1: roles must be object/;
  await expect(start).rejects.toThrow(lines);
});
