// An attribute that a type hides is never visible: in no value, filter, order, search, translation or change row, over
// `/objects` and over the type, also of earlier states (D422, D423).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  countedIds as idsAt,
  hideAttributes,
  openHiddenWorld,
  remade,
  type HiddenWorld,
} from '../../support/permissions/hidden-world.ts';
import type { ResourceData, TestService } from '../../support/service.ts';

let world: HiddenWorld;
let test: TestService;
let made: ResourceData;
let open: ResourceData;
let translation: ResourceData;
const SECRETS = ['Zebratitle', 'zebrabody', 'zebradescription', 'zebranote', 'zebracustom', 'zebratranslated'];
beforeAll(async () => {
  world = await openHiddenWorld();
  ({ test, made, open, translation } = world);
});
afterAll(async () => {
  expect(test.loggedErrors).toEqual([]);
  await test.close();
});
const hide = (type: string, names: string[]) => hideAttributes(world, type, names);

const HIDDEN = ['title', 'description', 'body', 'note', 'secret', 'categories'];

describe('of a type that hides attributes', () => {
  beforeAll(async () => {
    expect(await idsAt(test.anonymous, '/objects?filter[description][like]=zebra')).toEqual([made.id, open.id]);
    expect(await idsAt(test.anonymous, '/papers?q=zebrabody')).toEqual([made.id]);
    await hide('papers', HIDDEN);
  });
  afterAll(() => hide('papers', []));

  it('searches no longer find their words at once, but still those of other attributes', async () => {
    for (const path of ['/papers', '/objects', '/translations']) {
      for (const word of SECRETS)
        expect([path, word, await idsAt(test.admin, `${path}?q=${word}`)]).toEqual([
          path,
          word,
          word === 'zebradescription' && path === '/objects' ? [open.id] : [],
        ]);
    }
    await remade(world);
    for (const path of ['/papers', '/objects', '/translations']) {
      for (const word of SECRETS)
        expect([path, word, await idsAt(test.admin, `${path}?q=${word}`)]).toEqual([
          path,
          word,
          word === 'zebradescription' && path === '/objects' ? [open.id] : [],
        ]);
    }
    expect(await idsAt(test.anonymous, '/translations?q=parole')).toEqual([translation.id]);
    const { store } = test.service.services;
    expect(
      JSON.stringify(await store.objects.findOne({ _id: Number(made.id) }, { projection: { search: 1 } })),
    ).not.toMatch(/zebra/i);
  });

  it.each(['/papers/{id}', '/objects/{id}', '/papers', '/objects', '/translations', '/papers/{id}/translations'])(
    'no response of %s shows them to any caller',
    async (path) => {
      for (const client of [test.anonymous, test.editor, test.admin]) {
        for (const query of ['', '?include=translations', '?lang=it', '?fields=title,body,secret']) {
          if (path.includes('translations') && query === '?include=translations') continue;
          const response = await client.get(path.replace('{id}', made.id) + query);
          const own = response.text.replaceAll('"description":"zebradescription"', '');
          expect([path, query, /zebra/i.test(path === '/objects' ? own : response.text)]).toEqual([path, query, false]);
        }
      }
    },
  );

  it('the legacy API and pages do not show them', async () => {
    for (const accept of ['application/json', 'text/html']) {
      for (const path of [`/objects/${made.id}`, `/objects/${made.id}?lang=ita`, `/papers/${made.id}`, '/papers']) {
        const { text } = await test.admin.get(path, { Accept: accept });
        expect([accept, path, /zebra/i.test(text)]).toEqual([accept, path, false]);
      }
    }
  });

  it('filters refuse them, and over all types find nothing by them', async () => {
    for (const query of [
      'title=x',
      'description][like]=zebra',
      'body=x',
      'secret=x',
      'note][gt]=a',
      'categories=internal',
    ]) {
      const path = query.includes('[') ? `/papers?filter[${query}` : `/papers?filter[${query.replace('=', ']=')}`;
      expect([query, (await test.admin.get(path)).status]).toEqual([query, 400]);
    }
    const all: [string, string[]][] = [
      ['filter[description][like]=zebra', [open.id]],
      ['filter[description][gt]=zebra', [open.id]],
      ['filter[description]=zebradescription', [open.id]],
      ['filter[title]=Zebratitle', []],
      ['filter[title][null]=1&filter[type]=papers', []],
      ['filter[title][ne]=Zebratitle&filter[type]=papers', []],
    ];
    for (const client of [test.anonymous, test.admin]) {
      for (const [query, ids] of all) expect([query, await idsAt(client, `/objects?${query}`)]).toEqual([query, ids]);
    }
    const category = ((await test.admin.get('/model/categories')).body as { data: { id: string }[] }).data[0]?.id ?? '';
    expect(await idsAt(test.admin, `/model/categories/${category}/object_categories`)).toEqual([]);
    const { text } = await test.admin.get(`/model/categories/${category}?include=object_categories`);
    expect(text).not.toContain(`"${made.id}"`);
  });

  it('sorts refuse them, and over all types treat them as missing', async () => {
    for (const name of ['title', 'description', 'body', 'secret']) {
      expect((await test.admin.get(`/papers?sort=${name}`)).status).toBe(400);
    }
    const other = await test.admin.create('/papers', { status: 'on', subject: 'x' });
    const { store } = test.service.services;
    for (const title of ['aaa', 'zzz']) {
      await store.objects.updateOne({ _id: Number(other.id) }, { $set: { title } });
      for (const query of ['sort=title', 'sort=-title']) {
        const ids = (await idsAt(test.admin, `/objects?${query}`)).filter((id) => [other.id, made.id].includes(id));
        expect([title, query, ids]).toEqual([
          title,
          query,
          query === 'sort=title' ? [made.id, other.id] : [other.id, made.id],
        ]);
      }
      const by = await idsAt(test.admin, '/objects?sort=-title&page_size=100');
      expect(by.slice(-2).sort()).toEqual([made.id, other.id].sort());
    }
    await test.admin.delete(`/papers/${other.id}`);
    await test.admin.delete(`/trash/${other.id}`);
  });

  it('the trash does not show them', async () => {
    await test.admin.delete(`/translations/${translation.id}`);
    await test.admin.delete(`/papers/${made.id}`);
    for (const query of [
      'filter[title][like]=zebra',
      'filter[description][like]=zebra',
      'q=zebratitle',
      'q=zebratranslated',
    ]) {
      expect([query, await idsAt(test.admin, `/trash?${query}`)]).toEqual([query, []]);
    }
    for (const path of ['/trash', `/trash/${made.id}`, `/trash/${translation.id}`, '/trash?sort=title']) {
      expect([path, /zebra/i.test((await test.admin.get(path)).text)]).toEqual([path, false]);
    }
    for (const { id } of [translation, made]) {
      expect((await test.admin.patch(`/trash/${id}`, { data: { id, type: 'objects' } })).status).toBe(204);
    }
  });

  it('the history does not show them, not even to administrators or for purged objects', async () => {
    const gone = await test.admin.create('/documents', { title: 'Gone', body: 'zebrabody' });
    await test.admin.delete(`/documents/${gone.id}`);
    await test.admin.delete(`/trash/${gone.id}`);
    for (const client of [test.editor, test.admin]) {
      for (const id of [made.id, translation.id, gone.id]) {
        const { text } = await client.get(`/history?filter[resource_id]=${id}`);
        expect([id, /zebra/i.test(text)]).toEqual([id, false]);
      }
    }
    expect((await test.admin.get(`/history?filter[resource_id]=${made.id}`)).text).toContain('plain words');
    expect((await test.admin.get(`/history?filter[resource_id]=${translation.id}`)).text).toContain('parole');
  });

  it('the description does not contain them', async () => {
    const schema = ((await test.admin.get('/model/schema/papers')).body as { properties: object }).properties;
    expect(Object.keys(schema).filter((name) => HIDDEN.includes(name))).toEqual([]);
    const { components } = (await test.admin.get('/openapi.json?side=all')).body as {
      components: { schemas: Record<string, { properties: object }> };
    };
    for (const part of ['Attributes', 'CreateAttributes', 'UpdateAttributes']) {
      const names = Object.keys(components.schemas[`Papers${part}`]?.properties ?? {});
      expect(names).toContain('subject');
      expect(names.filter((name) => HIDDEN.includes(name))).toEqual([]);
    }
  });

  it('hidden values are kept when other attributes are changed, also in copies', async () => {
    const { store } = test.service.services;
    const change = { type: 'papers', id: made.id, attributes: { subject: 'other words' } };
    expect((await test.admin.patch(`/papers/${made.id}`, { data: change })).status).toBe(200);
    const attributes = { translated_fields: { subject: 'altre parole' } };
    const translated = { type: 'translations', id: translation.id, attributes };
    const answer = await test.admin.patch(`/translations/${translation.id}`, { data: translated });
    expect((answer.body as { data: ResourceData }).data.attributes['translated_fields']).toEqual(
      attributes.translated_fields,
    );
    expect((await store.translations.findOne({ _id: Number(translation.id) }))?.translated_fields).toEqual({
      title: 'zebratranslated',
      body: 'zebratranslated',
      subject: 'altre parole',
    });
    expect(await idsAt(test.admin, '/translations?q=zebratranslated')).toEqual([]);
    const { status, text } = await test.admin.post(`/papers/${made.id}/actions/clone`, {
      data: { type: 'papers', attributes: {}, meta: { include: ['relationships', 'translations'] } },
    });
    expect([status, /zebra/i.test(text)]).toEqual([201, false]);
    for (const path of ['/papers', '/translations']) {
      for (const word of SECRETS) expect(await idsAt(test.admin, `${path}?q=${word}`)).toEqual([]);
    }
    expect(await idsAt(test.admin, `/objects?filter[description][like]=zebra`)).toEqual([open.id]);
  });

  it('they are visible again when the type shows them', async () => {
    await hide('papers', ['title']);
    await remade(world);
    expect(await idsAt(test.admin, '/objects?q=zebrabody&sort=-title')).toContain(made.id);
    await hide('papers', ['secret']);
    await remade(world);
    const { text } = await test.anonymous.get(`/papers/${made.id}`);
    expect([text.includes('Zebratitle'), text.includes('zebracustom')]).toEqual([true, false]);
    expect(await idsAt(test.anonymous, '/papers?q=zebrabody')).toEqual([made.id]);
    expect(await idsAt(test.anonymous, '/translations?q=zebratranslated')).toContain(translation.id);
    expect(await idsAt(test.anonymous, '/objects?filter[description][like]=zebra')).toEqual([made.id, open.id]);
    await hide('papers', HIDDEN);
  });
});
