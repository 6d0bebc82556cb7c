// A new shipped object type: its row and those of its properties in openapi/types, the tables of the tests, and a test
// file.
import { parse } from 'yaml';
import { staticAttributes } from '../../core/model/shipped.ts';
import type { Table } from '../../core/store/rows/model-rows.ts';
import { assertPropertyName, assertTypeName, humanize } from '../../core/model/names.ts';
import { insertBeforeLast, NewError, type Changes } from './changes.ts';
import { toKebab } from './words.ts';

export interface TypeOptions {
  singular?: string | undefined;
  description?: string | undefined;
  media?: boolean | undefined;
  /** `servings:integer`. */
  property?: string[] | undefined;
}

interface Property {
  name: string;
  propertyType: string;
}

const TYPES = 'openapi/types/object_types.yaml';
const PROPERTIES = 'openapi/types/property_types.yaml';

/** A value for the test of a property. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  string: 'Some text',
  text: '<p>Some text</p>',
  status: 'on',
  email: 'ada@example.org',
  url: 'https://example.org/',
  date: '2026-05-13',
  datetime: '2026-05-13T07:09:23+00:00',
  number: 1.5,
  integer: 4,
  boolean: true,
  json: { any: 'value' },
  children_order: 'title',
};

function assertName(what: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new NewError(`${what}: ${(error as Error).message.replace(/^\[[^\]]*\]: /, '')}`, { cause: error });
  }
}

const singularOf = (name: string): string =>
  name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.endsWith('s') ? name.slice(0, -1) : `${name}_item`;

function readProperties(given: readonly string[], table: Table, changes: Changes): Property[] {
  const { property_types: known } = parse(changes.read(PROPERTIES)) as { property_types: { name: string }[] };
  const shipped = new Set(staticAttributes([table], false).map(({ name }) => name));
  const properties = given.map((text) => {
    const [name = '', propertyType, ...more] = text.split(':');
    if (!propertyType || more.length > 0) {
      throw new NewError(`--property ${text}: it is a name and a type, such as ${name || 'servings'}:integer`);
    }
    assertName(`--property ${text}`, () => assertPropertyName(name));
    if (shipped.has(name)) throw new NewError(`--property ${text}: every such object has "${name}" already`);
    if (!known.some((each) => each.name === propertyType)) {
      const names = known.map((each) => each.name).join(', ');
      throw new NewError(`--property ${text}: there is no property type "${propertyType}"; known: ${names}`);
    }
    return { name, propertyType };
  });
  const twice = properties.find(({ name }, index) => properties.findIndex((each) => each.name === name) !== index);
  if (twice) throw new NewError(`--property ${twice.name} is given twice`);
  return properties;
}

function testFile(name: string, properties: readonly Property[], isWritten: boolean): string {
  const values = Object.fromEntries(properties.map((each) => [each.name, SAMPLES[each.propertyType] ?? 'Some text']));
  const says = isWritten
    ? ''
    : `
  it('has a description', async () => {
    const { data } = (await test.admin.get('/model/object_types/${name}')).body as { data: ResourceData };
    const description = String(data.attributes['description']);
    expect(description, 'write the description of ${name} in ${TYPES}, then npm run generate').not.toMatch(/^Write /);
  });
`;
  return `import { describe, expect, it } from 'vitest';
import { serviceForTests, type ResourceData } from '../support/service.ts';

const test = serviceForTests();

describe('objects of type ${name}', () => {
  it('are created and read at /${name} with the properties of the type', async () => {
    const attributes = ${JSON.stringify({ title: 'The first', ...values })};
    const { id } = await test.editor.create('/${name}', attributes);
    const { data } = (await test.editor.get(\`/${name}/\${id}\`)).body as { data: ResourceData };
    expect(data).toMatchObject({ type: '${name}', attributes });
  });
${says}});
`;
}

export interface NewType {
  name: string;
  test: string;
  /** Whether the type has a description. */
  isDescribed: boolean;
}

/** @throws NewError for names that are not allowed, or in use */
export function addType(changes: Changes, name: string, options: TypeOptions): NewType {
  const singular = options.singular ?? singularOf(name);
  assertName(name, () => assertTypeName('name', name));
  assertName(`--singular ${singular}`, () => assertTypeName('singular', singular));
  if (name === singular) throw new NewError(`--singular ${singular}: name and singular differ`);
  const types = parse(changes.read(TYPES)) as { name: string; singular: string }[];
  for (const word of [name, singular]) {
    const other = types.find((type) => type.name === word || type.singular === word);
    if (other) throw new NewError(`"${word}" is the name or singular of the type ${other.name} already`);
  }
  const table = options.media ? 'BEdita/Core.Media' : 'BEdita/Core.Objects';
  const properties = readProperties(options.property ?? [], table, changes);
  const description = options.description ?? `Write what ${name} are.`;
  const row = `- name: ${name}
  singular: ${singular}
  description: ${JSON.stringify(description)}
  table: ${table}
  parent_name: ${options.media ? 'media' : 'objects'}
  associations: [Categories, Tags]
`;
  changes.edit(TYPES, (text) => `${text.trimEnd()}\n${row}`);
  if (properties.length > 0) {
    // The list of properties ends the file.
    const rows = properties.map(
      (each) => `  - name: ${each.name}
    description: ${JSON.stringify(`${humanize(each.name)} of ${name}.`)}
    label: ${JSON.stringify(humanize(each.name))}
    property_type_name: ${each.propertyType}
    object_type_name: ${name}
`,
    );
    changes.edit(PROPERTIES, (text) => `${text.trimEnd()}\n${rows.join('')}`);
  }
  const routes = 'test/support/permissions/expected-routes.ts';
  const operations = 'listTypedObjects createTypedObject . . deleteTypedObjects';
  changes.edit(routes, (text) => insertBeforeLast(routes, text, '\n};', `\n  '/${name}': '${operations}',`));
  const test = `test/api/${toKebab(name)}.test.ts`;
  const isDescribed = options.description !== undefined;
  changes.create(test, testFile(name, properties, isDescribed));
  return { name, test, isDescribed };
}
