// Languages and permissions in the legacy envelope (D565, D566, D569; D20, D36, D56).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { legacy, make, openLegacyService, place, titlesOf } from '../support/writes/legacy-world.ts';
import { openTestService, type Client, type TestService } from '../support/service.ts';

let test: TestService;
let member: Client;
let roleId: number;
const ids: Record<string, number> = {};
const document = async (title: string, more: Record<string, unknown> = {}, folder: number | string = 'publication') => {
  ids[title] = await make(test.admin, 'documents', title, more);
  await place(test.admin, folder, ['documents', ids[title]]);
  return ids[title];
};
const permit = (title: string, permission: string) =>
  test.admin.create('/object_permissions', { object_id: ids[title], role_id: roleId, permission });
beforeAll(async () => {
  test = await openLegacyService();
  const { admin } = test;
  roleId = Number((await admin.create('/roles', { name: 'members' })).id);
  member = await test.addClient('member', [roleId]);
  await document('The title', { lang: 'en', description: 'The description', body: 'The body' });
  const translate = (lang: string, status: string, translated_fields: object) =>
    admin.create('/translations', { object_id: ids['The title'], lang, status, translated_fields });
  await translate('it', 'on', { title: 'Il titolo', description: 'La descrizione' });
  await translate('de', 'on', { title: 'Der Titel' });
  await translate('fr', 'draft', { title: 'Le titre' });
  await document('open');
  await document('closed');
  await document('marked');
  await permit('closed', 'read');
  await permit('marked', 'mark');
  ids['room'] = Number(
    (await admin.create('/folders', { title: 'room', status: 'on', parent_uname: 'publication' })).id,
  );
  await permit('room', 'read');
  await document('inside', {}, ids['room']);
  await document('inside and open', {}, ids['room']);
  await permit('inside and open', 'mark');
});
afterAll(() => test.close());

const object = async (path: string, client = test.anonymous) => (await legacy(client, path)).body.data.object;

describe('languages', () => {
  const original = { title: 'The title', description: 'The description', body: 'The body', lang: 'eng' };
  const ITALIAN = { title: 'Il titolo', description: 'La descrizione' };
  const GERMAN = { title: 'Der Titel' };

  it('are those of published translations', async () => {
    const shown = await object(`/objects/${ids['The title']}`);
    expect(shown).toMatchObject({ ...original, languages: { ita: ITALIAN, deu: GERMAN } });
    expect(shown).not.toHaveProperty('curr_lang');
  });

  it.each(['ita', 'it', 'ITA'])('replace the texts: %s', async (lang) => {
    const shown = await object(`/objects/${ids['The title']}?lang=${lang}`);
    expect(shown).toMatchObject({ ...original, ...ITALIAN, curr_lang: 'ita' });
    const eng = { title: 'The title', description: 'The description' };
    expect(shown['languages']).toEqual({ eng, deu: GERMAN });
  });

  it('keep a text without a translation', async () => {
    const shown = await object(`/objects/${ids['The title']}?lang=deu`);
    expect(shown).toMatchObject({ title: 'Der Titel', description: 'The description', curr_lang: 'deu' });
  });

  it.each(['eng', 'en', 'fra', 'jpn', 'zzz'])('have no effect without a translation: %s', async (lang) => {
    const path = `/objects/${ids['The title']}`;
    expect(await object(`${path}?lang=${lang}`)).toEqual(await object(path));
  });

  it('apply to lists too', async () => {
    const titles = await titlesOf(test.anonymous, '/objects/publication/children?lang=ita');
    expect(titles.slice(0, 2)).toEqual(['Il titolo', 'open']);
  });

  it('have codes of two or three letters', async () => {
    expect((await legacy(test.anonymous, '/objects?lang=english')).status).toBe(400);
  });
});

describe('permissions', () => {
  it('are shown', async () => {
    const flagsOf = async (title: string, client: Client) => {
      const { authorized, free_access } = await object(`/objects/${ids[title]}`, client);
      return [authorized, free_access];
    };
    expect(await flagsOf('open', test.anonymous)).toEqual([true, true]);
    expect(await flagsOf('marked', test.anonymous)).toEqual([false, false]);
    expect(await flagsOf('marked', test.reader)).toEqual([false, false]);
    expect(await flagsOf('marked', member)).toEqual([true, false]);
    expect(await flagsOf('closed', member)).toEqual([true, false]);
  });

  it.each(['closed', 'room', 'inside', 'inside and open'])('refuse an object for certain roles: %s', async (title) => {
    const paths = [`/objects/${ids[title]}`, `/objects?id=${ids['open']},${ids[title]}`];
    for (const path of paths) {
      const statuses = [test.anonymous, test.reader, member].map(async (client) => (await legacy(client, path)).status);
      expect(await Promise.all(statuses)).toEqual([401, 403, 200]);
    }
  });

  it('omit it from lists and counts', async () => {
    const all = ['The title', 'open', 'closed', 'marked', 'room', 'inside', 'inside and open'];
    expect(await titlesOf(member, '/objects')).toEqual(all);
    const { body } = await legacy(test.reader, '/objects');
    expect(body.data.objects.map(({ title }) => title)).toEqual(['The title', 'open', 'marked']);
    expect(body.paging.total).toBe(3);
    expect(await object('/objects/publication')).toMatchObject({ children: { count: 3 } });
    expect(await object('/objects/publication', member)).toMatchObject({ children: { count: 5 } });
  });

  it('of a child are checked', async () => {
    const path = `/objects/publication/children/${ids['closed']}`;
    const statuses = [test.anonymous, test.reader, member].map(async (client) => (await legacy(client, path)).status);
    expect(await Promise.all(statuses)).toEqual([401, 403, 200]);
  });

  it('of the publication close everything', async () => {
    ids['publication'] = Number((await test.admin.get('/folders/publication')).body.data.id);
    const { id } = await permit('publication', 'read');
    for (const path of ['/objects', `/objects/${ids['open']}`, '/objects/publication/children']) {
      const statuses = [test.anonymous, test.reader, member].map(async (client) => (await legacy(client, path)).status);
      expect([path, ...(await Promise.all(statuses))]).toEqual([path, 401, 403, 200]);
    }
    await test.admin.delete(`/object_permissions/${id}`);
  });
});

describe('the publication', () => {
  it('is the root folder of the setting', async () => {
    const { databaseName, clock, admin } = test;
    const second = await make(admin, 'folders', 'second');
    const below = await make(admin, 'folders', 'below', { parent_id: second });
    const titles = async (LEGACY_ROOT: string) => {
      const other = await openTestService({ databaseName, clock, env: { LEGACY_ROOT } });
      const { status, body } = await legacy(other.anonymous, '/objects');
      await other.close();
      return status === 200 ? body.data.objects.map(({ title }) => title) : status;
    };
    expect([await titles('second'), await titles(String(below)), await titles('wombat')]).toEqual([
      ['below'],
      404,
      404,
    ]);
  });

  it('hides all its objects with itself', async () => {
    const attributes = { status: 'draft' };
    await test.admin.patch('/folders/publication', { data: { type: 'folders', id: ids['publication'], attributes } });
    for (const path of ['/objects', `/objects/${ids['open']}`, '/objects/publication/descendants']) {
      expect((await legacy(test.anonymous, path)).status).toBe(404);
    }
  });
});
