import { expect, it } from 'vitest';
import { selectTests } from '../../../scripts/test-changed/select-tests.ts';

const tests = new Map([
  ['test/api/model/tags.test.ts', "import { openTestService } from '../../support/service.ts';"],
  ['test/behaviour/events/feed.test.ts', "import { x } from '../../../core/query/merged-rows.ts'; openTestService"],
  ['test/contract/responses/every-status.test.ts', 'serviceForTests'],
  ['test/contract/papers/names.test.ts', ''],
  ['test/core/http/conditions.test.ts', ''],
  ['test/core/http/etag.test.ts', ''],
]);
/** Those that are run for any change. */
const ALWAYS = 'test/contract/papers/names.test.ts';

it.each([
  { changed: 'openapi/docs/tour.md', found: [ALWAYS] },
  { changed: 'test/core/http/etag.test.ts', found: [ALWAYS, 'test/core/http/etag.test.ts'] },
  { changed: 'test/support/service.ts', found: ['test/api/model/tags.test.ts', ALWAYS] },
  { changed: 'handlers/objects/tags.ts', found: ['test/api/model/tags.test.ts', ALWAYS] },
  { changed: 'openapi/paths/tags.yaml', found: ['test/api/model/tags.test.ts', ALWAYS] },
  // conditions.test.ts is the test of core/query.
  {
    changed: 'core/query/merged-rows.ts',
    found: ['test/behaviour/events/feed.test.ts', ALWAYS, 'test/core/http/conditions.test.ts'],
  },
])('a change of $changed is tested by $found', ({ changed, found }) => {
  expect(selectTests([changed], tests)).toEqual(found);
});
