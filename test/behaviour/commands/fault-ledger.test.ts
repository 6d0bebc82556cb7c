// The check of `npm run test:faults`: each acknowledged write that is missing in the database is found
// (scripts/faults).
import { beforeAll, expect, it } from 'vitest';
import { createLedger, findLost, type Ledger } from '../../../scripts/faults/ledger.ts';
import { createRandom, shuffled } from '../../../scripts/faults/random.ts';
import { fillWithAll, type Filled } from '../../support/clients/filled.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let filled: Filled;
beforeAll(async () => {
  filled = await fillWithAll(test);
});

type Named = 'title' | 'gone' | 'on' | 'sha1' | 'tag' | 'child' | 'link' | 'parent' | 'property' | 'mail';

/** Data of the filled service. */
async function ledger(changes: Partial<Record<Named, string>> = {}) {
  const { store } = test.service.services;
  const stream = await store.streams.findOne({ _id: filled.stream });
  const link = await store.objectRelations.findOne({ left_id: filled.document });
  const gone = (changes.gone ?? 'no') as 'no' | 'maybe' | 'yes';
  const written = {
    id: filled.document,
    titles: new Set([changes.title ?? 'The wombats']),
    gone,
    isOn: changes.on === 'yes',
  };
  const made: Ledger = createLedger();
  made.documents.set(written.id, written);
  made.unchecked.add(written);
  made.links.push({ from: filled.document, to: changes.link ? 999_999 : (link?.right_id ?? 0) });
  made.places.push({ folder: filled.folder, child: changes.child ? 999_999 : filled.inside });
  made.files.push({ id: filled.stream, sha1: changes.sha1 ?? stream?.hash_sha1 ?? '' });
  made.tags.push(changes.tag ?? 'red');
  made.moved.push({ id: filled.leaf, parents: new Set([changes.parent ? 999_999 : filled.folder]) });
  made.properties.push({ name: changes.property ?? 'stars', isThere: 'yes' }, { name: 'moons', isThere: 'no' });
  if (changes.mail) made.mails.push({ id: 'no-such-job', subject: 'Hello' });
  return findLost(store, made, false);
}

it('finds nothing when all data exist, and accepts either result of a write without a response', async () => {
  expect(await ledger()).toEqual([]);
  expect(await ledger({ gone: 'maybe' })).toEqual([]);
});

it.each([
  [{ title: 'Other' }, /^document \d+ is "The wombats", should be "Other"$/],
  [{ gone: 'yes' }, /^document \d+ was purged and still exists$/],
  [{ link: 'other' }, /^link \d+ to 999999$/],
  [{ child: 'other' }, /^place 999999 in \d+$/],
  [{ sha1: 'other' }, /^file /],
  [{ tag: 'blue' }, /^tag blue$/],
  [{ on: 'yes' }, /^document \d+ is not published$/],
  [{ parent: 'other' }, /^folder \d+ is in \d+$/],
  [{ property: 'suns' }, /^property suns is there: false$/],
  [{ mail: 'sent' }, /^mail no-such-job did not come, and its job has ended$/],
])('finds lost data: %j', async (changes, line) => {
  expect(await ledger(changes)).toEqual([expect.stringMatching(line)]);
});

it('a mail is not lost while its job is pending, nor after its delivery', async () => {
  const { store } = test.service.services;
  const made = createLedger();
  await test.admin.create('/admin/async_jobs', {
    service: 'mail',
    payload: { to: 'a@example.org', subject: 'Later', text: 'Hello.' },
    scheduled_from: '2040-01-01T00:00:00Z',
    max_attempts: 1,
  });
  const job = await store.asyncJobs.findOne({ 'payload.subject': 'Later' });
  made.mails.push({ id: job?._id ?? '', subject: 'Later' }, { id: 'gone', subject: 'Came' });
  expect(await findLost(store, made, true, { came: new Set(['Came']) })).toEqual([]);
});

it('finds a missing document in every check', async () => {
  const made = createLedger();
  made.documents.set(999_999, { id: 999_999, titles: new Set(['x']), gone: 'no', isOn: false });
  expect(await findLost(test.service.services.store, made, true)).toEqual(['document 999999 is missing']);
});

it('the same seed makes the same order', () => {
  const order = (seed: number) => shuffled([1, 2, 3, 4, 5, 6, 7, 8], createRandom(seed));
  expect(order(7)).toEqual(order(7));
  expect(order(7)).not.toEqual(order(8));
  expect([...order(7)].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
