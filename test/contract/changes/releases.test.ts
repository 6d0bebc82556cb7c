import { describe, expect, it } from 'vitest';
import { allNamed, announcedIn, notNamed, released, unannounced } from '../../../scripts/breaking/changelog.ts';
import { compareDescriptions } from '../../../scripts/breaking/compare-descriptions.ts';
import { assertNextVersion, currentDescription, lastRelease } from '../../../scripts/breaking/releases.ts';

describe('CHANGELOG.md', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n### Breaking\n\n- `Tag.count` is gone, and `list* sort`.\n\n### Added\n\n- `createTag`\n\n## [1.0.0]\n\n### Breaking\n\n- `old`\n';

  it('names the breaks of the next release by their places, with * for any text', () => {
    expect(announcedIn(changelog)).toEqual(['Tag.count', 'list* sort']);
    const breaks = ['Tag.count', 'Tag.counts', 'listTags sort', 'listTags sort.x', 'createTag'].map((place) => ({
      place,
      what: '',
    }));
    expect(unannounced(breaks, announcedIn(changelog)).map(({ place }) => place)).toEqual([
      'Tag.counts',
      'listTags sort.x',
      'createTag',
    ]);
  });

  it.each([
    [allNamed(0, '1.0.0'), 'nothing breaks clients of 1.0.0'],
    [allNamed(1, '1.0.0'), '1 change breaks clients of 1.0.0; CHANGELOG.md names it'],
    [allNamed(2, '1.0.0'), '2 changes break clients of 1.0.0; CHANGELOG.md names them all'],
    [notNamed(2, '1.0.0'), '2 changes break clients of 1.0.0 and CHANGELOG.md does not list them.'],
  ])('is reported as: %s', (said, expected) => expect(said).toContain(expected));

  it('has a heading for unreleased changes, before and after a release', () => {
    const after = released(changelog, '2.0.0', new Date('2026-05-13T07:09:23Z'));
    expect(after).toContain('## [Unreleased]\n\n## [2.0.0] - 2026-05-13\n');
    expect(announcedIn(after)).toEqual([]);
    expect(() => announcedIn('# Changelog')).toThrow('no heading "## [Unreleased]"');
  });
});

describe('the next version', () => {
  it.each([
    ['1.0.1', '1.0.0', false],
    ['2.0.0', '1.9.9', true],
    ['0.2.0', '0.1.0', true],
    ['1.0.0', '0.1.0', true],
  ])('may be %s after %s', (next, last, isBreaking) =>
    expect(() => assertNextVersion(next, last, isBreaking)).not.toThrow(),
  );

  it.each([
    ['1.1.0', '1.0.0', true, 'it must be 2.0.0 or later'],
    ['0.1.1', '0.1.0', true, 'it must be 0.2.0 or later'],
    ['1.0.0', '1.0.0', false, 'is not newer than'],
    ['0.9.0', '0.10.0', false, 'is not newer than'],
    ['v1', undefined, false, 'not a version such as 1.2.3'],
  ])('is not %s after %s', (next, last, isBreaking, why) => {
    expect(() => assertNextVersion(next, last, isBreaking)).toThrow(why);
  });
});

it('the last release has no breaks compared with itself, and one for a removed operation', async () => {
  const current = await currentDescription();
  expect(compareDescriptions(current, current)).toEqual([]);
  const release = (await lastRelease())?.description ?? current;
  const { '/model/tags': _tags, ...paths } = release.paths;
  expect(compareDescriptions(release, { ...release, paths }).map(({ place }) => place)).toContain('listTags');
});
