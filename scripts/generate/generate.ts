// Generates generated/ from openapi/: the bundle that dispatch loads, the shipped model, and the types of handlers.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { makeFolder } from '../../core/disk/make-folder.ts';
import type { Node, OpenApiDocument } from '../../core/description/openapi-document.ts';
import { asMessage, FLAG, HELP, runCommandLine } from '../command-line.ts';
import { generateTypes } from './api-types.ts';
import { bundleDescription } from './bundle.ts';
import { addJsonTwins, describeIdempotencyKeys } from '../../core/http/request/json-twins.ts';
import { addDocumentTags, addRateLimitResponses } from './document-tags.ts';
import { modelFilesSchema } from './model-files-schema.ts';
import { exampleSettings, settingsPage } from './settings-page.ts';
import { resourceSchemas } from './resource-schemas.ts';

const root = path.resolve(import.meta.dirname, '../..');
const help = `Usage: npm run generate [-- --check]

Writes generated/ as openapi/ says, the settings as a page and as .env.example, and the picture of a request in CONTRIBUTING.md; what has
not changed is left alone.

  --check     writes nothing, and fails when something would be written
  --help      shows this`;
const options = { check: FLAG, help: HELP };
const notice = 'Generated from openapi/ by npm run generate; never edit';

const json = (document: object) => `${JSON.stringify({ 'x-generated': notice, ...document }, null, 2)}\n`;

/** The source of core/model/shipped.ts: as JSON, which loads a hundred times as fast as YAML. */
async function shippedModel(): Promise<Record<string, unknown>> {
  const names = ['attributes', 'object_types', 'property_types', 'relations'];
  const read = async (name: string): Promise<[string, unknown]> => {
    return [name, parse(await readFile(path.join(root, `openapi/types/${name}.yaml`), 'utf8'))];
  };
  return Object.fromEntries(await Promise.all(names.map(read)));
}

/** Every generated file with its content, in the order of their dependencies. */
async function* generateAll(): AsyncGenerator<[file: string, content: string]> {
  const shipped = await shippedModel();
  yield ['generated/shipped.json', json(shipped)];
  const bundle = await bundleDescription(path.join(root, 'openapi/openapi.yaml'));
  const facts = parse(await readFile(path.join(root, 'openapi/operation-facts.yaml'), 'utf8')) as object;
  yield ['generated/operation-facts.json', json(facts)];
  // Reads the schemas as soon as it is loaded.
  const { assertFacts, endpointsWithDefaults } = await import('../../core/description/check-facts.ts');
  assertFacts(bundle as OpenApiDocument);
  const endpoints = parse(await readFile(path.join(root, 'openapi/endpoints.yaml'), 'utf8')) as Node;
  yield ['generated/endpoints.json', json(endpointsWithDefaults(endpoints, bundle as OpenApiDocument))];
  addJsonTwins(bundle);
  addRateLimitResponses(bundle['paths'] as Node);
  describeIdempotencyKeys(bundle['paths'] as Parameters<typeof describeIdempotencyKeys>[0]);
  // Without the tags of documents: core/http makes those, and handlers only the ones of resources.
  const types = await generateTypes(bundle);
  addDocumentTags(bundle['paths'] as Node);
  yield ['generated/openapi.json', json(bundle)];
  const objectTypes = new Set((shipped['object_types'] as { name: string }[]).map(({ name }) => name));
  const { schemas } = bundle['components'] as { schemas: Parameters<typeof resourceSchemas>[0] };
  yield ['generated/resource-schemas.json', json(resourceSchemas(schemas, objectTypes))];
  const files = parse(await readFile(path.join(root, 'openapi/model-files.yaml'), 'utf8')) as Node;
  yield ['generated/model-files.schema.json', json(modelFilesSchema(files, schemas as Record<string, Node>) as object)];
  yield ['generated/api.d.ts', `// ${notice}\n${types}`];
  yield ['openapi/docs/settings.md', await settingsPage(path.join(root, 'openapi/docs'))];
  yield ['scripts/create/template/.env.example.tmpl', exampleSettings()];
  // These read the files above as soon as they are loaded.
  const { contributingPage } = await import('./request-picture.ts');
  yield ['CONTRIBUTING.md', await contributingPage(root)];
  const { expandShipped } = await import('../../core/description/expand-shipped.ts');
  yield ['generated/openapi.expanded.json', json(expandShipped(bundle as OpenApiDocument))];
}

await runCommandLine(
  { help, read: () => parseArgs({ options }), fail: asMessage },
  async ({ values: { check: checking } }) => {
    const stale: string[] = [];
    for await (const [file, content] of generateAll()) {
      const target = path.join(root, file);
      if ((await readFile(target, 'utf8').catch(() => undefined)) === content) continue;
      stale.push(file);
      // One fault is enough: later files may depend on the file.
      if (checking) break;
      await makeFolder(path.dirname(target));
      await writeFile(target, content);
    }
    if (!checking) console.log(stale.length > 0 ? `written: ${stale.join(', ')}` : 'generated/ is up to date');
    else if (stale.length > 0) throw new Error(`not what openapi/ says: ${stale.join(', ')}\nRun: npm run generate`);
  },
);
