import { TIMERS } from '../../../core/timers.ts';
import { describe, expect, it } from 'vitest';
import { outcome } from '../../support/database/rows.ts';
import { PASSWORD, serviceForTests } from '../../support/service.ts';

const PATH = '/admin/sysinfo';
const test = serviceForTests();

describe('GET /admin/sysinfo', () => {
  it('lists the work that repeats by itself, with the age of its last run', async () => {
    const response = await test.admin.get(PATH);
    const { timers } = (response.body as { meta: { info: { timers: { name: string; age: number | null }[] } } }).meta
      .info;
    expect(timers.map(({ name }) => name)).toEqual(Object.keys(TIMERS));
    await expect
      .poll(async () => {
        const { body } = await test.admin.get(PATH);
        const { info } = (body as { meta: { info: { timers: typeof timers } } }).meta;
        return info.timers.find(({ name }) => name === 'other processes')?.age;
      })
      .toEqual(expect.any(Number));
  });

  it('shows administrators versions and settings', async () => {
    const response = await test.admin.get(PATH);
    const { info } = (response.body as { meta: { info: Record<string, unknown> } }).meta;
    expect(info).toMatchObject({ node: process.versions.node, mongodb: expect.stringMatching(/^\d+\.\d+/) });
    expect(info['memory']).toBeGreaterThan(1_000_000);
  });

  it('shows no environment variables', async () => {
    const { text } = await test.admin.get(PATH);
    const secrets = [
      PASSWORD,
      test.databaseName,
      'mongodb://',
      'a secret of',
      process.cwd(),
      process.env['PATH'] ?? '',
    ];
    expect(secrets.filter((secret) => secret !== '' && text.includes(secret))).toEqual([]);
  });

  it('is refused to other callers', async () => {
    expect(await outcome(test.editor.get(PATH))).toBe('403 forbidden');
    expect(await outcome(test.reader.get(PATH))).toBe('403 forbidden');
    expect(await outcome(test.anonymous.get(PATH))).toBe('401 authentication_required');
    for (const client of [test.editor, test.anonymous]) expect((await client.get(PATH)).text).not.toContain('"info"');
  });
});
