// Names that are no setting: the start says so, with the setting that was meant (D863).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listedSettings } from '../../../core/config/config.ts';
import { unknownSettings } from '../../../core/config/unknown-settings.ts';

const root = path.join(import.meta.dirname, '../../..');
const inFile = (name: string) => unknownSettings({ [name]: 'x' }, [name]);
const outside = (name: string) => unknownSettings({ [name]: 'x' }, []);

describe('a name that is no setting', () => {
  it.each([
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['cors_origins', 'CORS_ORIGINS'],
    ['MONGODB_URL', 'MONGODB_URI'],
    ['MONGO_URI', 'MONGODB_URI'],
    ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
    ['RATELIMIT', 'RATE_LIMIT'],
    ['DATADIR', 'DATA_DIR'],
    ['COLOPHON_PORT', 'PORT'],
  ])('%s leads to %s, in .env and in the environment', (name, meant) => {
    expect(inFile(name)).toEqual([`${name} in .env is no setting, and is ignored: write ${meant}`]);
    expect(outside(name)).toEqual([`${name} is no setting, and is ignored: write ${meant}`]);
  });

  it('and is like none is named in .env, and in the environment by our prefix', () => {
    const line = 'is no setting, and is ignored: npm start -- --help lists them';
    expect(inFile('FAVOURITE_COLOUR')).toEqual([`FAVOURITE_COLOUR in .env ${line}`]);
    expect([outside('FAVOURITE_COLOUR'), outside('COLOPHON_FAVOURITE')]).toEqual([[], [`COLOPHON_FAVOURITE ${line}`]]);
  });
});

describe('nothing is said of', () => {
  it('any setting, and one that is empty', () => {
    const names = listedSettings().map(({ variable }) => variable);
    expect(names.flatMap((name) => [...inFile(name), ...outside(name)])).toEqual([]);
    expect(unknownSettings({ CORS_ORIGIN: ' ' }, ['CORS_ORIGIN'])).toEqual([]);
  });

  it('the usual environment of a shell, of npm, of containers and of systemd', () => {
    const names =
      'HOME HOST HOSTNAME LANG LC_ALL LOGNAME MAIL OLDPWD PATH PORTS PWD SHELL SHLVL TERM TMPDIR USER USERNAME EDITOR PAGER DISPLAY ' +
      'INVOCATION_ID JOURNAL_STREAM KUBERNETES_SERVICE_HOST KUBERNETES_PORT SSH_AUTH_SOCK COLORTERM NODE_OPTIONS npm_config_cache INIT_CWD CI';
    expect(names.split(' ').flatMap(outside)).toEqual([]);
  });

  it('the names that commands read', () => {
    const sources = ['scripts', 'core'].flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
    );
    const names = new Set(
      sources.flatMap((text) => [...text.matchAll(/\benv\['([A-Z_]+)'\]/g)].map(([, name = '']) => name)),
    );
    expect(names.size).toBeGreaterThan(15);
    expect([...names].flatMap(inFile)).toEqual([]);
  });
});
