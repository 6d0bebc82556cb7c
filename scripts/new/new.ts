// `npm run new`: the skeleton of an operation or of a shipped object type, in all its places. It compiles, and its test names
// the places to edit (CONTRIBUTING.md).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { OpenApiDocument } from '../../core/description/openapi-document.ts';
import { FACT_SCHEMAS } from '../../core/description/operation-facts.ts';
import { FLAG, HELP, runCommandLine, TEXT, withTrace } from '../command-line.ts';
import { createChanges, NewError, type Changes } from './changes.ts';
import { addHandler } from './operation-handler.ts';
import { addTests } from './operation-tests.ts';
import { describeOperation } from './operation-yaml.ts';
import { readOperation, type NewOperation } from './read-operation.ts';
import { addType } from './type.ts';

const help = `Usage: npm run new -- operation OPERATION_ID --path PATH [--method METHOD] [--tag TAG] [--summary TEXT]
                            [--fact NAME:VALUE]...
       npm run new -- type NAME [--singular NAME] [--media] [--property NAME:TYPE]... [--description TEXT]

Writes the skeleton of an operation (getReport) or of a shipped object type (recipes): YAML, examples, handler, rows in
tables of tests, and a test that fails until the rest is written. Then it runs generate.
No existing file is overwritten, and nothing is written if one of the new files exists.

  --path PATH        such as /reports/{object_id}; its parameters are those of openapi/shared/parameters.yaml
  --method METHOD    get, post, put, patch or delete; it may be omitted if the verb implies it
  --tag TAG          name of the files; default that of the path, else its first segment
  --summary TEXT     of the operation, in a few words
  --fact NAME:VALUE  how it is treated, such as cost:cheap; as many as you like. Those left out are closed:
                     openapi/operation-facts.yaml describes them
  --singular NAME    of the type; default made of its name
  --media            objects of the type have files
  --property N:T     a property and its type, such as servings:integer; as many as you like
  --description TEXT purpose of the type
  --dry-run          shows new files in full and names those that would change, and writes nothing
  --help             shows this`;

const root = path.resolve(import.meta.dirname, '../..');

const SEVERAL = { type: 'string', multiple: true } as const;
const OF_OPERATION = { method: TEXT, path: TEXT, tag: TEXT, summary: TEXT, fact: SEVERAL };
const OF_TYPE = { singular: TEXT, media: FLAG, property: SEVERAL, description: TEXT };
const OPTIONS = { ...OF_OPERATION, ...OF_TYPE, 'dry-run': FLAG, help: HELP };

/** Options of each kind. */
const KINDS: Readonly<Record<string, object>> = { operation: OF_OPERATION, type: OF_TYPE };

const read = () => parseArgs({ options: OPTIONS, allowPositionals: true });
type Values = ReturnType<typeof read>['values'];

/** The facts that are not stated, with their defaults and other values, such as `cost: "expensive" (or cheap, probe)`. */
const closedFacts = ({ method, facts }: NewOperation): string =>
  Object.entries(FACT_SCHEMAS[method === 'get' ? 'read' : 'write'].properties)
    .filter(([name]) => !(name in facts))
    .map(([name, { default: value, enum: values = [] }]) => {
      const others = values.filter((each) => each !== value).join(', ');
      return `${name}: ${JSON.stringify(value)}${others && ` (or ${others})`}`;
    })
    .join('; ');

/** @returns the next steps */
function addNewOperation(changes: Changes, operationId: string, options: Values): string[] {
  const read = (file: string) =>
    JSON.parse(readFileSync(path.join(root, 'generated', file), 'utf8')) as OpenApiDocument;
  const described = { bundle: read('openapi.json'), published: read('openapi.expanded.json') };
  const operation = readOperation(operationId, options, { changes, ...described });
  describeOperation(changes, operation);
  const handler = addHandler(changes, operation);
  const test = addTests(changes, operation);
  return [
    `say in openapi/paths/${operation.file}.yaml and openapi/schemas/${operation.file}.yaml the input and the responses, update the examples, then npm run generate`,
    `state its facts in x-colophon there, and in test/contract/description/operation-facts.test.ts why; without one it is treated as ${closedFacts(operation)}`,
    `look whether its row in test/support/permissions/permission-table.ts and that of its endpoint in openapi/endpoints.yaml say who may use it`,
    `write its rules in ${test}, and what does them in ${handler}`,
    `npm test -- ${test}`,
  ];
}

function addNewType(changes: Changes, name: string, options: Values): string[] {
  const { test, isDescribed } = addType(changes, name, options);
  return [
    ...(isDescribed ? [] : [`say in openapi/types/object_types.yaml what ${name} are, then npm run generate`]),
    `write further rules of the type in ${test}`,
    `npm test -- ${test}`,
    `databases that exist have no such type: make it there with POST /model/object_types, or by a migration`,
  ];
}

await runCommandLine({ help, read, fail: withTrace('new') }, async ({ values, positionals }) => {
  if (process.argv.length === 2) return console.log(help);
  const [kind = '', name, ...more] = positionals;
  const known = KINDS[kind];
  if (!known) throw new NewError(`"${kind}" is neither operation nor type: see --help`);
  if (name === undefined || more.length > 0) throw new NewError(`one name is expected after ${kind}: see --help`);
  const foreign = Object.keys(values).find((each) => each !== 'dry-run' && !(each in known));
  if (foreign) throw new NewError(`--${foreign} is not an option of ${kind}: see --help`);

  const changes = createChanges(root);
  const next = kind === 'operation' ? addNewOperation(changes, name, values) : addNewType(changes, name, values);
  const files = await changes.list();
  for (const { file, isNew } of files) console.log(`${isNew ? 'new    ' : 'changed'} ${file}`);
  if (values['dry-run']) {
    for (const { file, text, isNew } of files) if (isNew) console.log(`\n--- ${file}\n${text.trimEnd()}`);
    return console.log('\nnothing was written');
  }
  await changes.write();
  const generate = ['--import', 'tsx', 'scripts/generate/generate.ts'];
  const { status } = spawnSync(process.execPath, generate, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new NewError('generate failed: fix the reported fault, and run it again');
  console.log(`\nNext:\n${next.map((line, index) => `${index + 1}. ${line}`).join('\n')}`);
});
