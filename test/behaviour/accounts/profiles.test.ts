// Profiles: a title made from the name, and the forms of their attributes (D536).
import { describe, expect, it } from 'vitest';
import { errorSources, type ResourceData, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();

const create = (attributes: Record<string, unknown>) => test.editor.create('/profiles', attributes);
const patch = async (id: string, attributes: Record<string, unknown>) => {
  const response = await test.editor.patch(`/profiles/${id}`, { data: { id, type: 'profiles', attributes } });
  return (response.body as { data: ResourceData }).data.attributes;
};

describe('the title of a profile', () => {
  it.each<[string, Record<string, unknown>, string | null]>([
    ['name and surname', { name: 'Ada', surname: 'Lovelace' }, 'Ada Lovelace'],
    ['a name alone', { name: 'Ada' }, 'Ada'],
    ['a surname alone', { surname: 'Lovelace' }, 'Lovelace'],
    ['the name of a company', { company: true, company_name: 'Analytical Engines' }, 'Analytical Engines'],
    ['the title, when one is given', { title: 'Countess', name: 'Ada' }, 'Countess'],
    ['nothing, when there is none', { city: 'London' }, null],
    ['nothing, for an empty name', { name: '', surname: null }, null],
  ])('is %s', async (_what, attributes, title) => {
    expect((await create(attributes)).attributes['title']).toBe(title);
  });

  it('is the company name of a company, also when it names a person', async () => {
    expect((await create({ company: true, company_name: 'Engines Ltd', name: 'Ada' })).attributes['title']).toMatch(
      /^(?:Engines Ltd|Ada)$/,
    );
  });

  it('changes with the name, unless a title is sent with it', async () => {
    const { id } = await create({ name: 'Ada', surname: 'Byron' });
    expect((await patch(id, { surname: 'Lovelace' }))['title']).toBe('Ada Lovelace');
    expect((await patch(id, { name: 'Augusta', title: 'The Countess' }))['title']).toBe('The Countess');
    expect((await patch(id, { city: 'London' }))['title']).toBe('The Countess');
    expect((await patch(id, { name: 'Ada' }))['title']).toBe('Ada Lovelace');
    expect((await test.editor.get('/objects?filter%5Btitle%5D=Ada%20Lovelace')).body).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ id })]),
    });
  });

  it('is found by search at once after the name has changed', async () => {
    const { id } = await create({ name: 'Grace', status: 'on' });
    await patch(id, { surname: 'Hopper' });
    expect((await test.anonymous.get('/profiles?q=%22grace%20hopper%22')).body).toMatchObject({ data: [{ id }] });
  });
});

describe('attributes of a profile', () => {
  it.each<[string, unknown]>([
    ['name', 'a<b'],
    ['surname', 'a=b'],
    ['name', 'x'.repeat(256)],
    ['name', 7],
    ['email', 'no address'],
    ['email', `${'a'.repeat(95)}@x.org`],
    ['birthdate', 'yesterday'],
    ['deathdate', '2026-02-30'],
    ['company', 'perhaps'],
    ['company', null],
    ['website', 'not a url'],
    ['gender', {}],
  ])('refuse %s = %o, pointing at it', async (name, value) => {
    const response = await test.editor.post('/profiles', { data: { type: 'profiles', attributes: { [name]: value } } });
    expect([response.status, ...new Set(errorSources(response))]).toEqual([400, `/data/attributes/${name}`]);
  });

  it('report all faults when several values are wrong', async () => {
    const response = await test.editor.post('/profiles', {
      data: { type: 'profiles', attributes: { name: 'a<b', email: 'x', birthdate: 'y' } },
    });
    const { error } = response.body as { error: { detail: string } };
    expect(new Set(errorSources(response))).toEqual(
      new Set(['/data/attributes/name', '/data/attributes/email', '/data/attributes/birthdate']),
    );
    for (const name of ['name', 'email', 'birthdate']) expect(error.detail).toContain(`[${name}`);
  });

  it('are normalised: http:// before a website, dates without time, null for empty addresses, booleans', async () => {
    const { attributes } = await create({
      website: 'example.com/a',
      birthdate: '1815-12-10T12:00:00Z',
      email: '',
      company: 'true',
    });
    expect(attributes).toMatchObject({
      website: 'http://example.com/a',
      birthdate: '1815-12-10',
      email: null,
      company: true,
    });
    expect((await create({})).attributes).toMatchObject({ company: false, name: null, website: null });
  });
});
