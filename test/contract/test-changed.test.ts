import { expect, it } from 'vitest';
import { selectTests } from '../../scripts/test-changed/select-tests.ts';

const tests = new Map([
  ['test/api/tags.test.ts', "import { openTestService } from '../support/service.ts';"],
  ['test/behaviour/feed.test.ts', "import { x } from '../../core/query/merged-rows.ts'; openTestService"],
  ['test/contract/every-status.test.ts', 'serviceForTests'],
  ['test/contract/names.test.ts', ''],
  ['test/core/conditions.test.ts', ''],
  ['test/core/etag.test.ts', ''],
]);
/** Those that are run for any change. */
const ALWAYS = 'test/contract/names.test.ts';

it.each([
  { changed: 'openapi/docs/tour.md', found: [ALWAYS] },
  { changed: 'test/core/etag.test.ts', found: [ALWAYS, 'test/core/etag.test.ts'] },
  { changed: 'test/support/service.ts', found: ['test/api/tags.test.ts', ALWAYS] },
  { changed: 'handlers/objects/tags.ts', found: ['test/api/tags.test.ts', ALWAYS] },
  { changed: 'openapi/paths/tags.yaml', found: ['test/api/tags.test.ts', ALWAYS] },
  // conditions.test.ts is the test of core/query.
  {
    changed: 'core/query/merged-rows.ts',
    found: ['test/behaviour/feed.test.ts', ALWAYS, 'test/core/conditions.test.ts'],
  },
])('a change of $changed is tested by $found', ({ changed, found }) => {
  expect(selectTests([changed], tests)).toEqual(found);
});
