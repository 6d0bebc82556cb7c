// The model as files (D960 to D962): every kind of thing is compared, applied and pulled; what would be lost needs a word.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseDocument } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyModel } from '../../../core/model-as-code/apply-model.ts';
import { MODEL_KINDS, SECTIONS } from '../../../core/model-as-code/model-things.ts';
import { httpModelClient } from '../../../scripts/model/http-model-client.ts';
import { readModelFiles } from '../../../scripts/model/model-files.ts';
import { apply, emptyFolder, linesOf, MODEL_FILE, modelFolder, pull } from '../../support/writes/model-files.ts';
import { openPlace, type Place } from '../../support/writes/transfer.ts';
import { lineOf } from '../../../scripts/model/change-lines.ts';

let first: Place;
let second: Place;

beforeAll(async () => {
  [first, second] = [await openPlace(), await openPlace()];
});

afterAll(async () => {
  await first.close();
  await second.close();
});

/** Another value for each member that a thing of a kind has in a file. */
const CHANGES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  property_types: { params: { type: 'integer', minimum: 1, maximum: 10 } },
  object_types: {
    singular: 'receipt',
    description: 'How to cook',
    table: 'BEdita/Core.Profiles',
    associations: ['Categories', 'Tags', 'DateRanges'],
    hidden: ['extra', 'rating'],
    attribute_permissions: { note: { read: ['cook'], write: [] }, servings: { write: ['cook'] } },
    is_abstract: false,
    parent_name: 'media',
    enabled: true,
    translation_rules: { title: false },
    is_translatable: false,
    properties: undefined,
    categories: undefined,
  },
  properties: {
    description: 'Of five',
    label: 'Stars',
    property_type_name: 'integer',
    is_nullable: false,
    read_only: true,
    indexed: false,
    default_value: 3,
  },
  categories: { label: 'Noodles', labels: { default: 'Noodles', it: 'Pasta' }, enabled: false, parent: 'dessert' },
  relations: {
    inverse_name: 'kitchen',
    label: 'By',
    inverse_label: 'Makes',
    description: 'Who cooked it',
    params: { type: 'object', properties: { until: { type: 'integer' } } },
    left_object_types: ['recipes', 'documents'],
    right_object_types: ['profiles', 'users'],
  },
  roles: { description: 'Cooks', unchangeable: false, priority: 170 },
  permissions: { role: 'editor', application: 'default', read: 'mine', write: true, anonymous: true },
};

/** Members that need others in their place, or that are the same afterwards. */
const WITH_OTHERS = new Set(['is_abstract', 'enabled', 'unchangeable']);

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
}

/** The schema of a thing of each kind, from that of the files. */
function thingSchemas(): Record<string, Schema | undefined> {
  const read = JSON.parse(readFileSync('generated/model-files.schema.json', 'utf8')) as Schema;
  const of = (name: string) => read.properties?.[name]?.additionalProperties;
  const ofType = (name: string) => of('object_types')?.properties?.[name]?.additionalProperties;
  const own = {
    properties: ofType('properties'),
    categories: ofType('categories'),
    permissions: of('permissions')?.items,
  };
  return { ...Object.fromEntries(SECTIONS.map((name) => [name, of(name)])), ...own };
}

/** Where the changed thing of a kind is in MODEL_FILE. */
const CHANGED: Readonly<Record<string, readonly (string | number)[]>> = {
  property_types: ['property_types', 'stars'],
  object_types: ['object_types', 'recipes'],
  properties: ['object_types', 'recipes', 'properties', 'rating'],
  categories: ['object_types', 'recipes', 'categories', 'pasta'],
  relations: ['relations', 'cooked_by'],
  roles: ['roles', 'cook'],
  permissions: ['permissions', 'recipes', 1],
};

/** MODEL_FILE with another value. */
function changedModel(kind: string, member: string): string {
  const document = parseDocument(MODEL_FILE);
  const place = CHANGED[kind] ?? [];
  document.setIn([...place, member], document.createNode(CHANGES[kind]?.[member]));
  // Its inherited table would differ.
  if (member === 'table') document.deleteIn(['object_types', 'recipes', 'parent_name']);
  return String(document);
}

describe('apply', () => {
  it('makes each kind of thing; again it has nothing to do, and a pull changes no file', async () => {
    const model = modelFolder(MODEL_FILE);
    const planned = await apply(first, model, false, true);
    const made = await apply(first, model);
    expect(linesOf(made)).toEqual(linesOf(planned));
    expect(new Set(made.done.map(({ thing }) => thing.kind))).toEqual(new Set(MODEL_KINDS));
    expect(Object.keys(parse(MODEL_FILE)).sort()).toEqual([...SECTIONS].sort());
    expect(linesOf(await apply(first, model))).toEqual([]);
    expect(await pull(first, model)).toEqual([]);
    const { attributes, meta } = (await first.test.admin.get('/model/object_types/recipes')).body.data;
    expect(attributes).toMatchObject({ parent_name: 'dishes', hidden: ['extra'] });
    expect(attributes.attribute_permissions).toEqual({ note: { read: ['cook'], write: null } });
    expect(meta.relations).toContain('cooked_by');
    expect((await first.test.anonymous.get('/recipes')).status).toBe(200);
  });

  it('makes the same of another service over HTTP, where ids differ', async () => {
    await second.test.admin.create('/roles', { name: 'guest' });
    await second.test.admin.create('/model/property_types', { name: 'other', params: { type: 'string' } });
    const model = readModelFiles(modelFolder(MODEL_FILE));
    const client = httpModelClient(second.http);
    const { left } = await applyModel(client, model, { allowLoss: false });
    expect(left.map(lineOf)).toEqual([
      '- property_types.other (loses data: its definition)',
      '- roles.guest (loses data: its users lose it, and its permissions)',
    ]);
    const again = await applyModel(client, model, { allowLoss: true });
    expect(again.done.map(lineOf)).toEqual(left.map(lineOf));
    expect((await applyModel(client, model, { allowLoss: true })).done).toEqual([]);
  });

  it('changes each member of each kind, and nothing else', async () => {
    const schemas = thingSchemas();
    expect(Object.keys(CHANGES).sort()).toEqual([...MODEL_KINDS].sort());
    await apply(first, modelFolder(MODEL_FILE), true);
    for (const kind of MODEL_KINDS) {
      const members = Object.keys(schemas[kind]?.properties ?? {});
      expect([kind, Object.keys(CHANGES[kind] ?? {}).sort()]).toEqual([kind, members.sort()]);
      for (const member of members.filter((each) => !WITH_OTHERS.has(each) && CHANGES[kind]?.[each] !== undefined)) {
        const model = modelFolder(changedModel(kind, member));
        const { done } = await apply(first, model, true);
        expect([kind, member, done.every(({ thing }) => thing.kind === kind)]).toEqual([kind, member, true]);
        expect([member, done.length]).toEqual([member, kind === 'permissions' && !/read|write/.test(member) ? 2 : 1]);
        const back = await apply(first, modelFolder(MODEL_FILE), true);
        expect([member, back.done.length]).toEqual([member, done.length]);
      }
    }
    expect(linesOf(await apply(first, modelFolder(MODEL_FILE), true))).toEqual([]);
  });
});

describe('what would be lost', () => {
  it('is named and left, for each kind; a word allows it', async () => {
    await apply(first, modelFolder(MODEL_FILE), true);
    const lists = { associations: ['Tags'], attribute_permissions: null, properties: {}, categories: {} };
    const fewer = modelFolder(
      JSON.stringify({
        property_types: {},
        object_types: {
          recipes: { ...parse(MODEL_FILE).object_types.recipes, ...lists },
          dishes: { singular: 'dish', is_abstract: true },
        },
        relations: {},
        roles: {},
      }),
    );
    const { done, left } = await apply(first, fewer);
    expect(done.map(lineOf)).toEqual([
      '~ object_types.recipes: attribute_permissions {"note":{"read":["cook"],"write":null}} -> null',
    ]);
    const named = left.map(lineOf).join('\n');
    for (const kind of MODEL_KINDS.filter((each) => each !== 'permissions'))
      expect([kind, left.some(({ thing }) => thing.kind === kind)]).toEqual([kind, true]);
    expect(named).toContain('- object_types.recipes.properties.rating (loses data: the values of all objects)');
    expect(named).toContain('~ object_types.recipes: associations ["Categories","Tags"] -> ["Tags"] (loses data: ');
    expect(named).toContain(
      '~ object_types.documents: description "Texts about food." -> "Texts of any kind." (loses data: ',
    );
    expect((await first.test.admin.get('/recipes?sort=-rating')).status).toBe(200);
    expect((await apply(first, fewer, true)).left).toEqual([]);
    expect(linesOf(await apply(first, fewer, true))).toEqual([]);
    expect((await first.test.admin.get('/model/relations/cooked_by')).status).toBe(404);
  });

  it('is refused for a type with objects, and what was done before stays', async () => {
    await apply(first, modelFolder(MODEL_FILE), true);
    const { id } = await first.test.admin.create('/recipes', { title: 'Soup' });
    const none = modelFolder('property_types: {}\nobject_types: {}\nrelations: {}\n');
    await expect(apply(first, none, true)).rejects.toThrow(
      /^object_types\.recipes: .*Objects of this type exist.*\n\d+ of \d+ steps/,
    );
    await first.test.admin.delete(`/recipes/${id}`);
    await first.test.admin.delete(`/trash/${id}`);
    await apply(first, none, true);
    expect((await first.test.admin.get('/model/object_types/recipes')).status).toBe(404);
  });
});

describe('pull', () => {
  it('writes all of a service, from which another one becomes the same', async () => {
    await apply(first, modelFolder(MODEL_FILE), true);
    const copy = emptyFolder();
    expect(await pull(first, copy)).toEqual(['model.yaml']);
    expect(readFileSync(path.join(copy, 'model.yaml'), 'utf8')).toMatch(
      /^# yaml-language-server: \$schema=\.\.\/.*generated\/model-files\.schema\.json\n/,
    );
    expect(linesOf(await apply(first, copy, true))).toEqual([]);
    await apply(second, copy, true);
    const other = emptyFolder();
    await pull(second, other);
    expect(parse(readFileSync(path.join(other, 'model.yaml'), 'utf8'))).toEqual(
      parse(readFileSync(path.join(copy, 'model.yaml'), 'utf8')),
    );
  });

  it('changes only what differs: comments and other files stay', async () => {
    const model = modelFolder(MODEL_FILE);
    await apply(first, model, true);
    writeFileSync(path.join(model, 'more.yaml'), '# More.\nproperty_types: {} # None yet.\n');
    const relation = { type: 'relations', id: 'cooked_by', attributes: { label: 'By' } };
    const row = (await first.test.admin.get('/model/relations/cooked_by')).body.data;
    await first.test.admin.patch('/model/relations/cooked_by', { data: { ...relation, id: row.id } });
    await first.test.admin.create('/model/categories', { name: 'soup', object_type_name: 'recipes', label: 'Soups' });
    expect(await pull(first, model)).toEqual(['model.yaml']);
    const text = readFileSync(path.join(model, 'model.yaml'), 'utf8');
    expect(text).toContain('# Recipes and their cooks.');
    expect(text).toContain('# Before its parent.');
    expect(parse(text)).toMatchObject({
      relations: { cooked_by: { label: 'By' } },
      object_types: { recipes: { categories: { soup: { label: 'Soups' } } } },
    });
    expect(linesOf(await apply(first, model, true))).toEqual([]);
    await apply(first, modelFolder(MODEL_FILE), true);
  });
});
