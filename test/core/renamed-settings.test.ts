// Settings by their names in earlier releases (core/config/renamed-settings.ts).
import { describe, expect, it } from 'vitest';
import { readConfig, type Config } from '../../core/config/config.ts';
import { renamedWarnings } from '../../core/config/renamed-settings.ts';

/** Settings without a data folder being touched. */
const read = (env: Record<string, string>) => readConfig(env, () => 's'.repeat(32));

describe('previous names of settings', () => {
  const renamed: [env: Record<string, string>, config: Partial<Config>, warning: string][] = [
    [{ JOBS: 'on' }, { processRole: 'all' }, 'JOBS=on is read for now: write PROCESS_ROLE=all in its place'],
    [{ JOBS: 'off' }, { processRole: 'api' }, 'JOBS=off is read for now: write PROCESS_ROLE=api in its place'],
    [
      { JOBS: ' only ' },
      { processRole: 'worker' },
      'JOBS=only is read for now: write PROCESS_ROLE=worker in its place',
    ],
    [{ HTML: 'off' }, { browserUi: false }, 'HTML=off is read for now: write BROWSER_UI=off in its place'],
    [{ PUBLICATION: 'w' }, { legacyRoot: 'w' }, 'PUBLICATION=w is read for now: write LEGACY_ROOT=w in its place'],
    [{ MONGOD: '/m' }, { mongodPath: '/m' }, 'MONGOD=/m is read for now: write MONGOD_PATH=/m in its place'],
    [
      { EXTENSIONS: '/e' },
      { extensionsDir: '/e' },
      'EXTENSIONS=/e is read for now: write EXTENSIONS_DIR=/e in its place',
    ],
    [
      { UPLOAD_MAX_AT_ONCE: '7' },
      { uploadConcurrency: 7 },
      'UPLOAD_MAX_AT_ONCE=7 is read for now: write UPLOAD_CONCURRENCY=7 in its place',
    ],
  ];
  it.each(renamed)('%j are still read', (env, config, warning) => {
    expect(read(env)).toMatchObject(config);
    expect(renamedWarnings(env)).toEqual([warning]);
  });

  it('count as unset when empty', () => {
    expect(read({ JOBS: '', PROCESS_ROLE: 'worker' }).processRole).toBe('worker');
    expect(renamedWarnings({ JOBS: ' ', HTML: '' })).toEqual([]);
  });

  it('are refused together with the present name', () => {
    expect(() => read({ HTML: 'on', BROWSER_UI: 'on' })).toThrow(
      'HTML is the former name of BROWSER_UI: set BROWSER_UI only',
    );
  });

  it('accept the previous values, or the present ones', () => {
    expect(() => read({ JOBS: 'some' })).toThrow('PROCESS_ROLE: "some" is not allowed, it takes all, api, worker');
    expect(read({ JOBS: 'api' }).processRole).toBe('api');
  });
});
