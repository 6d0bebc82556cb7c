// Code samples of operations: `x-codeSamples` of /openapi.json?side=all.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { withCodeSamples } from '../../../core/description/code-samples.ts';
import { complete, METHODS } from '../../../core/description/openapi-document.ts';
import { nativeCompiler } from '../../../scripts/sdk/compilers.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
const root = path.resolve(import.meta.dirname, '../../..');

interface Sample {
  lang: string;
  source: string;
}

type Paths = Record<string, Record<string, { 'x-codeSamples'?: Sample[] }>>;

const samplesIn = (paths: Paths): { at: string; samples: Sample[] | undefined }[] =>
  Object.entries(paths).flatMap(([at, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ at: `${method} ${at}`, samples: operation['x-codeSamples'] }] : [];
    }),
  );

const sourcesOf = (paths: Paths, lang: string): string[] =>
  samplesIn(paths).flatMap(({ samples = [] }) =>
    samples.filter((sample) => sample.lang === lang).map(({ source }) => source),
  );

it('compile with colophon/client and the types of the description', async () => {
  // cast: a description
  const { paths } = complete(withCodeSamples(bundle, 'https://example.org')) as unknown as { paths: Paths };
  const sources = sourcesOf(paths, 'TypeScript');
  expect(sources.length).toBeGreaterThan(280);
  const names = sources.flatMap((source) =>
    Array.from(source.matchAll(/(?:path|query): \{ ([\w, ]+) \}/g), ([, list = '']) => list.split(', ')).flat(),
  );
  const program = [
    `import { createClient } from '${root}/core/client/index.ts';`,
    "const client = createClient({ url: 'https://example.org' });",
    ...[...new Set([...names, 'body', 'file'])].map((name) => `declare const ${name}: never;`),
    ...sources,
  ];
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-samples-'));
  try {
    const settings = {
      extends: `${root}/tsconfig.json`,
      compilerOptions: { noEmit: true, typeRoots: [`${root}/node_modules/@types`] },
      include: ['samples.mts'],
    };
    await writeFile(path.join(folder, 'samples.mts'), program.join('\n'));
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const compile = promisify(execFile)(process.execPath, [nativeCompiler, '--project', folder, '--pretty', 'false']);
    const { stdout } = await compile.catch((error: { stdout: string }) => error);
    const faults = stdout.split('\n').filter((line) => line !== '');
    const lines = faults.map((line) => [program[Number(/\((\d+),/.exec(line)?.[1]) - 1], line]);
    expect(lines).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('are in the whole description only, with the address of the service and bodies that can be sent', async () => {
  const whole = (await test.admin.get('/openapi.json?side=all')).body as { paths: Paths; servers: { url: string }[] };
  expect(samplesIn(whole.paths).flatMap(({ at, samples }) => (samples ? [] : [at]))).toEqual([]);
  const url = whole.servers[0]?.url;
  for (const source of sourcesOf(whole.paths, 'Shell')) expect(source).toMatch(/^curl -g (?:-X [A-Z]+ )?"/);
  const [created = ''] = sourcesOf({ one: whole.paths['/documents'] ?? {} }, 'Shell').filter((one) =>
    one.includes('POST'),
  );
  expect(created).toContain(`curl -g -X POST "${url}/documents"`);
  const sent = /-d '(.*)'$/.exec(created)?.[1] ?? '';
  expect((await test.admin.post('/documents', JSON.parse(sent) as object)).status).toBe(201);
  const side = (await test.admin.get('/openapi.json')).body as { paths: Paths };
  expect(samplesIn(side.paths).filter(({ samples }) => samples)).toEqual([]);
});
