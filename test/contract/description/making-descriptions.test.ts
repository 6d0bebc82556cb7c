// The time at which a live description is made, and its text.
import { parse } from 'yaml';
import { describe, expect, it, vi } from 'vitest';
import { withCodeSamples } from '../../../core/description/code-samples.ts';
import { createLiveDescription, type LiveDescription } from '../../../core/description/live-description.ts';
import { complete } from '../../../core/description/openapi-document.ts';
import type { Model } from '../../../core/model/model.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { modelWith } from '../../core/description/model-rows.ts';

const modelOf = (model: Model) => ({ current: () => model, onChange: () => undefined });

describe('a description after a change of the model', () => {
  const changing = () => {
    let listener: () => void = () => undefined;
    let model = modelWith();
    return {
      current: () => model,
      onChange: (given: () => void) => (listener = given),
      change() {
        model = modelWith();
        listener();
      },
    };
  };
  /** Making a description begins with this check. */
  const counted = () => {
    let count = 0;
    const look = {
      get text() {
        count++;
        return 'text';
      },
    };
    return { document: { ...bundle, 'x-look': look }, count: () => count };
  };

  it('is generated before the next request, once for several changes', async () => {
    const models = changing();
    const { document, count } = counted();
    const live = createLiveDescription(document, models);
    const first = await live.published('http://localhost');
    const before = count();
    models.change();
    models.change();
    await expect.poll(count).toBe(2 * before);
    const second = await live.published('http://localhost');
    expect([count(), second === first, second.etag === first.etag]).toEqual([2 * before, false, true]);
  });

  it('is generated once for all base URLs, and not again for YAML (F17)', async () => {
    const models = changing();
    const { document, count } = counted();
    const live = createLiveDescription(document, models);
    const first = await live.published('http://localhost:1');
    const once = count();
    const others = await Promise.all(
      Array.from({ length: 30 }, (_, port) => live.published(`http://localhost:${port + 2}`)),
    );
    await Promise.all([first, ...others].map((each) => each.yaml()));
    expect(count()).toBe(once);
    expect(new Set([first, ...others].map(({ etag }) => etag)).size).toBe(31);
    expect(JSON.parse(String(others[7]?.json))).toMatchObject({ servers: [{ url: 'http://localhost:9' }] });
    expect(String(await others[7]?.yaml())).toContain('url: http://localhost:9\n');
  });

  it('is generated one at a time while the model changes, and never for a model that has passed', async () => {
    const models = changing();
    const { document, count } = counted();
    const live = createLiveDescription(document, models);
    await live.published('http://localhost');
    const one = count();
    const requests: Promise<unknown>[] = [];
    for (let n = 0; n < 20; n++) {
      models.change();
      requests.push(live.published('http://localhost'));
      await new Promise(setImmediate);
    }
    await Promise.all(requests);
    // The one that was being written at each change, and the one after it; not one for each of 20 models.
    expect(count() / one).toBeLessThan(12);
  });

  it('is not generated if none was requested before', async () => {
    const models = changing();
    const { document, count } = counted();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      createLiveDescription(document, models);
      models.change();
      // None is planned either.
      expect(vi.getTimerCount()).toBe(0);
      await vi.advanceTimersByTimeAsync(60_000);
    } finally {
      vi.useRealTimers();
    }
    expect(count()).toBe(0);
  });
});

describe('a description that could not be generated', () => {
  it('is generated for the next caller', async () => {
    const model = modelWith();
    let isBroken = true;
    const fault = {
      get text() {
        if (isBroken) throw new Error('no memory');
        return 'text';
      },
    };
    const live = createLiveDescription({ ...bundle, 'x-fault': fault }, modelOf(model));
    await expect(live.published('http://localhost')).rejects.toThrow('no memory');
    isBroken = false;
    const description = await live.published('http://localhost');
    expect(parse((await description.yaml()).toString())).toMatchObject({ openapi: '3.0.3', 'x-fault': fault });
    expect((await description.compressed('yaml', 'gzip')).length).toBeGreaterThan(1000);
  });
});

describe('the content of a description', () => {
  it('is that of JSON.stringify, and the same as YAML', async () => {
    const model = modelWith();
    const odd = { empty: {}, none: [], 'a: b': { '- c': null, text: ' two\n\n  lines\n', long: 'word '.repeat(50) } };
    const live = createLiveDescription({ ...bundle, 'x-odd': odd }, modelOf(model));
    const base = 'http://localhost';
    const document = complete(withCodeSamples(await live.document(base), base));
    const { json, yaml } = await live.published(base, { side: 'all' });
    expect(json.toString()).toBe(JSON.stringify(document));
    expect(parse((await yaml()).toString())).toEqual(document);
  });

  it.each<[string, number, (live: LiveDescription) => Promise<unknown>]>([
    ['text', 3, async (live) => (await live.published('http://localhost')).yaml()],
    // In one piece it would be none.
    ['a document', 0, (live) => live.document('http://localhost')],
  ])('is generated in parts between other requests, as %s', async (_form, fewer, make) => {
    const live = createLiveDescription(bundle, modelOf(modelWith()));
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await make(live);
    isOver = true;
    expect(turns).toBeGreaterThan(fewer);
  });

  it('is completed once for all base URLs', async () => {
    const live = createLiveDescription(bundle, modelOf(modelWith()));
    const [one, other] = await Promise.all([live.document('http://a'), live.document('http://b')]);
    expect([one['paths'] === other['paths'], one['servers'], other['servers']]).toEqual([
      true,
      [{ url: 'http://a' }],
      [{ url: 'http://b' }],
    ]);
  });
});
