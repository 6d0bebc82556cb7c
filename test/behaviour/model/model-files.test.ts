// Faults of model files, with their places, and `npm run model` (D960).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Applied } from '../../../core/model-as-code/apply-model.ts';
import { readModelFiles } from '../../../scripts/model/model-files.ts';
import { databaseCommand } from '../../support/database/database-command.ts';
import { apply, emptyFolder, modelFolder } from '../../support/writes/model-files.ts';
import { openPlace, type Place } from '../../support/writes/transfer.ts';

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

describe('faults of files', () => {
  const FAULTS: readonly (readonly [text: string, fault: RegExp])[] = [
    ['roles:\n  cook: {\n', /model\.yaml:\d+:\d+: .*/],
    ['rolls: {}\n', /model\.yaml:1:1: rolls is not known, known are .*roles/],
    ['roles:\n  Cook: {}\n', /model\.yaml:2:3: roles\.Cook must match pattern/],
    ['roles:\n  cook:\n    priority: high\n', /model\.yaml:3:5: roles\.cook\.priority must be integer/],
    [
      'object_types:\n  recipes:\n    sigular: recipe\n',
      /model\.yaml:3:5: object_types\.recipes\.sigular is not known, known are singular, /,
    ],
    ['object_types:\n  recipes:\n    table: Tables\n', /model\.yaml:3:5: .*allowed values: BEdita\/Core\.Objects, /],
    ['relations:\n  likes: {}\n', /model\.yaml:2:3: relations\.likes must have required property 'inverse_name'/],
    ['roles:\n  cook: {}\n  cook: {}\n', /model\.yaml:3:3: Map keys must be unique/],
    ['object_types:\n  recipes: {}\n', /model\.yaml:2:3: object_types\.recipes: a new type needs "singular"/],
    [
      'object_types:\n  documents:\n    properties:\n      a: { property_type_name: nope }\n',
      /model\.yaml:4:12: object_types\.documents\.properties\.a: there is no property_types\.nope/,
    ],
    [
      'object_types:\n  menu:\n    singular: menu_item\n',
      /model\.yaml:2:3: object_types\.menu: \[name\.allowed\]: "menu" is a reserved word/,
    ],
    [
      'property_types:\n  odd:\n    params: { type: nope }\n',
      /model\.yaml:3:5: property_types\.odd: \[params\.valid\]: /,
    ],
    [
      'permissions:\n  documents:\n    - { role: nobody, read: true }\n',
      /model\.yaml:3:7: permissions\.documents \(role nobody, signed in\): "nobody" was not found/,
    ],
  ];

  it.each(FAULTS)('%j has its place', async (text, fault) => {
    const trial = async (): Promise<Applied> => apply(place, modelFolder(text));
    await expect(trial()).rejects.toThrow(fault);
    await expect(trial()).rejects.toMatchObject({ name: 'ModelFault' });
  });

  it('are all shown at once, and a thing in two files is one', async () => {
    const model = modelFolder('rolls: {}\n');
    writeFileSync(path.join(model, 'two.yaml'), 'roles: []\n');
    expect(() => readModelFiles(model)).toThrow(/model\.yaml:1:1: .*\n.*two\.yaml:1:1: roles must be object/);
    const twice = modelFolder('roles:\n  cook: {}\n');
    writeFileSync(path.join(twice, 'two.yaml'), 'roles:\n  cook: {}\n');
    expect(() => readModelFiles(twice)).toThrow(/two\.yaml:2:3: roles\.cook is at .*model\.yaml:2:3 already/);
    expect(() => readModelFiles(path.join(emptyFolder(), 'missing'))).toThrow(
      /^the folder of the model cannot be read \(pull makes one\): ENOENT/,
    );
  });
});

describe('npm run model', () => {
  it('compares, applies and pulls on the database of a running service', async () => {
    const model = modelFolder('property_types:\n  shade: { params: { type: string } }\n');
    const { test } = place;
    const command = (...args: string[]) => databaseCommand('model', test, [...args, '--folder', model]);
    const shown = expect.stringMatching(/^\+ property_types\.shade\n[^]*1 change to be made/) as string;
    expect(await command('diff')).toEqual({ stdout: shown, stderr: '', code: 2 });
    expect((await command('apply')).stdout).toMatch(/^\+ property_types\.shade\n[^]*1 change made/);
    // The running service learns of a change by another process from its change stream.
    await expect.poll(async () => (await test.admin.get('/model/property_types/shade')).status).toBe(200);
    expect(await command('diff')).toMatchObject({ code: 0, stdout: 'nothing differs\n' });
    expect((await command('pull')).stdout).toBe('the files say what the service has\n');
    writeFileSync(path.join(model, 'two.yaml'), 'rolls: {}\nroles: 1\n');
    const refused = await command('apply');
    expect([refused.code, refused.stderr.trim().split('\n').length]).toEqual([1, 2]);
    expect(refused.stderr).toMatch(
      /^model: .*two\.yaml:1:1: rolls is not known.*\nmodel: .*two\.yaml:2:1: roles must be object\n$/,
    );
  });
});

// After what compares the whole model: it adds to it.
describe('the guide to modelling', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../openapi/docs/modelling.md'), 'utf8');

  it('has a model that is applied, and requests that then work', async () => {
    const [, model = ''] = /^```yaml\n(.*?)^```$/ms.exec(page) ?? [];
    const { left } = await apply(place, modelFolder(model));
    // What other tests have made is not removed.
    expect(left.filter(({ action }) => action !== 'remove')).toEqual([]);
    const { admin } = place.test;
    await admin.create('/profiles', { title: 'Ada' });
    await admin.create('/documents', { title: 'Flour', uname: 'flour' });
    const tags = [{ name: 'summer' }];
    await admin.create('/recipes', { title: 'Carbonara', categories: [{ name: 'pasta' }], tags });
    const requests = [...page.matchAll(/^GET (\S+)$/gm)].map(([, request = '']) => request);
    expect(requests.length).toBeGreaterThan(3);
    for (const request of requests) expect([request, (await admin.get(request)).status]).toEqual([request, 200]);
  });
});
