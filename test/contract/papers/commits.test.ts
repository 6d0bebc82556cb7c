// What commits must say (`npm run tool -- commits`).
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultOfCommit, faultyCommits } from '../../../scripts/commits/faulty-commits.ts';

describe('the message of a commit', () => {
  const long = `feat: ${'a'.repeat(66)}`;
  it.each([
    ['feat(folders): refuse a cycle\n\nA folder inside itself has no end.', undefined],
    [`${long}\n\nWhy.`, undefined],
    ['build: generated files after a rebase', undefined],
    [`${long}b\n\nWhy.`, /^the subject has 73 characters, at most 72/],
    ['feat(folders): refuse a cycle', /^a body that says why/],
    ['feat(folders): refuse a cycle\n\nCo-authored-by: A <a@example.org>', /^a body that says why/],
    ['refuse a cycle\n\nWhy.', /^the subject begins with feat, fix/],
    ['wip', /^the subject begins with feat, fix/],
  ])('%j', (message, fault) => {
    if (fault === undefined) expect(faultOfCommit(message)).toBeUndefined();
    else expect(faultOfCommit(message)).toMatch(fault);
  });
});

describe('the commits that are read', () => {
  let place: string;
  let env = {};
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: '2030-01-01T00:00:00Z', ...env },
    });
  const commit = (folder: string, subject: string) => git(folder, 'commit', '-q', '--allow-empty', '-m', subject);
  beforeAll(async () => {
    place = await mkdtemp(path.join(os.tmpdir(), 'colophon-commits-'));
    const all = path.join(place, 'all');
    await mkdir(path.join(all, 'scripts/commits'), { recursive: true });
    git(all, 'init', '-q');
    commit(all, 'before');
    await writeFile(path.join(all, 'scripts/commits/faulty-commits.ts'), '');
    git(all, 'add', '-A');
    commit(all, 'the check');
    env = { GIT_COMMITTER_DATE: '2026-11-28T12:00:00Z' };
    commit(all, 'too early');
    env = {};
    for (const subject of ['first', 'second']) commit(all, subject);
  });
  afterAll(() => rm(place, { recursive: true, force: true }));

  it('are those since the check, and since the last release', () => {
    const all = path.join(place, 'all');
    expect(faultyCommits(all).map((line) => line.split(' ')[1])).toEqual(['second:', 'first:']);
    git(all, 'tag', 'v1.0.0', 'HEAD~1');
    expect(faultyCommits(all).map((line) => line.split(' ')[1])).toEqual(['second:']);
  });

  it('are none in a shallow clone, and without git', () => {
    git(place, 'clone', '-q', '--depth', '1', `file://${path.join(place, 'all')}`, 'shallow');
    expect(faultyCommits(path.join(place, 'shallow'))).toEqual([]);
    expect(faultyCommits(place)).toEqual([]);
  });
});
