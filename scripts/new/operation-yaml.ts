// The description of a new operation: path item, schemas, examples, and its place in openapi.yaml. Text is inserted, so that
// comments and order stay.
import { parse } from 'yaml';
import { withBlock, type Changes } from './changes.ts';
import type { NewOperation } from './read-operation.ts';
import { toPascal } from './words.ts';

const ERRORS: readonly [string, string][] = [
  ['400', 'BadRequest'],
  ['401', 'Unauthorized'],
  ['403', 'Forbidden'],
  ['404', 'NotFound'],
  ['406', 'NotAcceptable'],
  ['500', 'InternalError'],
  ['503', 'ServiceUnavailable'],
];
const ERRORS_OF_BODIES: readonly [string, string][] = [
  ['408', 'RequestTimeout'],
  ['409', 'Conflict'],
  ['413', 'PayloadTooLarge'],
  ['415', 'UnsupportedMediaType'],
];

const indented = (text: string, depth: number): string => text.replaceAll(/^(?=.)/gm, ' '.repeat(depth));

function content({ operationId, file, noun }: NewOperation, kind: 'request' | 'response'): string {
  return `content:
  application/vnd.api+json:
    schema:
      $ref: ../schemas/${file}.yaml#/${noun}${kind === 'request' ? 'Body' : 'Response'}
    examples:
      ${operationId}_${kind}:
        $ref: ../examples/${operationId}.${kind}.json
`;
}

function success(operation: NewOperation): string {
  if (operation.status === 204) return `'204':\n  description: Done; no body.\n`;
  const headers = `  headers:
    Location:
      $ref: ../shared/headers.yaml#/Location
    ETag:
      $ref: ../shared/headers.yaml#/ETag
`;
  const description = `'${operation.status}':\n  description: ${operation.status === 201 ? 'The new resource' : 'The response'}.\n`;
  return description + (operation.status === 201 ? headers : '') + indented(content(operation, 'response'), 2);
}

function operationYaml(operation: NewOperation): string {
  const { operationId, method, tag, summary, hasBody, facts } = operation;
  const statuses = [...ERRORS, ...(hasBody ? ERRORS_OF_BODIES : [])].sort(([a], [b]) => Number(a) - Number(b));
  const refs = statuses.map(([status, name]) => `'${status}':\n  $ref: ../shared/responses.yaml#/${name}\n`).join('');
  const body = hasBody ? `requestBody:\n  required: true\n${indented(content(operation, 'request'), 2)}` : '';
  return `${method}:
  operationId: ${operationId}
  tags: [${tag}]
  summary: ${JSON.stringify(summary)}
  # What the summary does not say: what is left out, who may, what follows.
  description: ${JSON.stringify(`${summary}.`)}
  x-colophon: ${JSON.stringify(facts)}
${indented(body, 2)}  responses:
${indented(success(operation), 4)}${indented(refs, 4)}`;
}

/** The end of a top-level block of YAML, where more of it goes. */
function endOfBlock(text: string, name: string): number {
  const start = new RegExp(`^${name}:`, 'm').exec(text)?.index ?? 0;
  const next = /^(?=[^\s#])/gm;
  next.lastIndex = start + 1;
  const end = next.exec(text)?.index ?? text.length;
  return text.slice(0, end).trimEnd().length;
}

function addPathItem(changes: Changes, operation: NewOperation): string {
  const file = `openapi/paths/${operation.file}.yaml`;
  const names = changes.has(file) ? Object.keys(parse(changes.read(file)) as object) : [];
  const last = operation.path.split('/').at(-1) ?? '';
  const wanted = last.startsWith('{') ? 'Item' : toPascal(last);
  const name = names.includes(wanted) ? toPascal(operation.operationId) : wanted;
  const parameters = operation.parameters
    .map(({ component }) => `    - $ref: ../shared/parameters.yaml#/${component}\n`)
    .join('');
  const shared = parameters === '' ? '' : `  parameters:\n${parameters}`;
  const block = `${name}:\n${shared}${indented(operationYaml(operation), 2)}`;
  if (changes.has(file)) changes.edit(file, (text) => withBlock(text, block));
  else changes.create(file, block);
  return name;
}

function addMethod(changes: Changes, operation: NewOperation, pathItem: string): void {
  const [file = '', name = ''] = pathItem.split('#/');
  changes.edit(`openapi/${file}`, (text) => {
    const end = endOfBlock(text, name);
    return `${text.slice(0, end)}\n\n${indented(operationYaml(operation), 2)}${text.slice(end)}`;
  });
}

/** After the last path with the same first segment, else at the end. */
function addPath(changes: Changes, { path, file }: NewOperation, name: string): void {
  changes.edit('openapi/openapi.yaml', (text) => {
    const entry = `  ${path}:\n    $ref: paths/${file}.yaml#/${name}\n`;
    const first = `  /${path.split('/')[1]}`;
    const lines = text.trimEnd().split('\n');
    const last = lines.findLastIndex((line) => line === `${first}:` || line.startsWith(`${first}/`));
    const at = last < 0 ? lines.length : last + 2;
    return `${[...lines.slice(0, at), entry.trimEnd(), ...lines.slice(at)].join('\n')}\n`;
  });
}

function addTag(changes: Changes, { tag, summary }: NewOperation): void {
  changes.edit('openapi/openapi.yaml', (text) => {
    const end = endOfBlock(text, 'tags');
    return `${text.slice(0, end)}\n  - name: ${tag}\n    description: ${JSON.stringify(`${summary}.`)}${text.slice(end)}`;
  });
}

function schemas({ noun, member, status, hasBody }: NewOperation): string {
  const answer = `${noun}Response:
  type: object
  required: [links, meta]
  properties:
    links:
      $ref: jsonapi.yaml#/DocumentLinks
    meta:
      $ref: '#/${noun}Meta'

${noun}Meta:
  type: object
  required: [${member}]
  properties:
    ${member}:
      $ref: '#/${noun}'

${noun}:
  type: object
  required: [text]
  properties:
    text:
      type: string
`;
  const body = `${noun}Body:
  type: object
  required: [data]
  properties:
    data:
      $ref: '#/${noun}Data'

${noun}Data:
  type: object
  required: [attributes]
  properties:
    attributes:
      $ref: '#/${noun}Attributes'

${noun}Attributes:
  type: object
  required: [text]
  properties:
    text:
      type: string
      maxLength: 255
`;
  return [...(hasBody ? [body] : []), ...(status === 204 ? [] : [answer])].join('\n');
}

const json = (value: object): string => JSON.stringify(value, null, 2);

function addExamples(changes: Changes, operation: NewOperation): void {
  const { operationId, member, path, summary, status, hasBody } = operation;
  const sample = path.replaceAll(/\{[^}]*\}/g, '1');
  if (hasBody) {
    const value = { data: { attributes: { text: 'Hello' } } };
    changes.create(`openapi/examples/${operationId}.request.json`, json({ summary, value }));
  }
  if (status === 204) return;
  const links = { self: `https://api.example.org${sample}`, home: 'https://api.example.org/home' };
  const value = { links, meta: { [member]: { text: 'Hello' } } };
  changes.create(`openapi/examples/${operationId}.response.json`, json({ summary, value }));
}

/** Adds the whole description of the operation. @throws NewError */
export function describeOperation(changes: Changes, operation: NewOperation): void {
  if (operation.isNewTag) addTag(changes, operation);
  if (operation.pathItem) addMethod(changes, operation, operation.pathItem);
  else addPath(changes, operation, addPathItem(changes, operation));
  const text = schemas(operation);
  const file = `openapi/schemas/${operation.file}.yaml`;
  if (text !== '' && changes.has(file)) changes.edit(file, (before) => withBlock(before, text));
  else if (text !== '') changes.create(file, text);
  addExamples(changes, operation);
}
