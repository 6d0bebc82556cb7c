// Rules for every operation of the description, and proof that the check of responses against it can fail.
import { describe, expect, it } from 'vitest';
import { isNode, METHODS, nodeAt, type Node } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { createDescriptionCheck, type SeenResponse } from '../../../scripts/contract/description-check.ts';
import { JSON_API } from '../../support/service.ts';

interface Described {
  operationId: string;
  method: string;
  path: string;
  parameters: Node[];
  responses: Node;
  body: boolean;
  security: Node[];
}

const dereference = (node: Node): Node =>
  typeof node['$ref'] === 'string' ? nodeAt(bundle, ...node['$ref'].slice(2).split('/')) : node;

const operations = Object.entries(nodeAt(bundle, 'paths')).flatMap(([path, item]) =>
  METHODS.flatMap((method): Described[] => {
    const operation = (item as Node)[method];
    if (!isNode(operation)) return [];
    const parameters = [(item as Node)['parameters'] ?? [], operation['parameters'] ?? []].flat() as Node[];
    return [
      {
        operationId: String(operation['operationId']),
        method,
        path,
        parameters: parameters.map(dereference),
        responses: nodeAt(operation, 'responses'),
        body: operation['requestBody'] !== undefined,
        security: (operation['security'] ?? bundle['security']) as Node[],
      },
    ];
  }),
);

const hasParameter = ({ parameters }: Described, name: string): boolean =>
  parameters.some((each) => each['name'] === name);
const success = ({ responses }: Described): Node[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => dereference(response as Node));
/** Schemas, YAML and files (D552). */
const hasOneForm = (operation: Described): boolean =>
  success(operation).some((response) => {
    const types = Object.keys(nodeAt(response, 'content'));
    // An extension of JSON:API is requested by its name (D491).
    return types.length > 0 && !types.some((type) => type === 'application/json' || type.includes('ext='));
  });
/** Its headers are not read (D617). */
const isOpenProbe = ({ path }: Described): boolean => ['/health', '/ready'].includes(path);
const hasTag = (response: Node): boolean => nodeAt(response, 'headers')['ETag'] !== undefined;

/** When an operation can give a status. Those that always can are first. */
const isConditional = (operation: Described): boolean => hasParameter(operation, 'If-None-Match');

const RULES: [string, string, (operation: Described) => boolean][] = [
  ['400', 'always, for a query that it does not know', () => true],
  [
    '401',
    'for a bad token, unless nobody is asked for one',
    (operation) => operation.operationId !== 'createAuthorization' && !isOpenProbe(operation),
  ],
  [
    '406',
    'for what cannot be had, unless it has one form whatever is asked for',
    (operation) => !hasOneForm(operation) && !isOpenProbe(operation),
  ],
  ['500', 'always', () => true],
  ['503', 'when it needs the database', ({ operationId }) => operationId !== 'getHealth'],
  ['404', 'when its path names something', ({ path }) => path.includes('{')],
  ['429', 'unless orchestrators look there', ({ path }) => !['/health', '/ready', '/metrics'].includes(path)],
  ['408', 'when it takes a body', ({ body }) => body],
  // The legacy upload has a code for it that is 400 (D32).
  ['413', 'when it takes a body', ({ body, operationId }) => body && operationId !== 'uploadLegacyFile'],
  ['415', 'when it takes a body', ({ body }) => body],
  ['412', 'when it takes If-Match', (operation) => hasParameter(operation, 'If-Match')],
  [
    '412',
    'when it writes and takes If-None-Match',
    (operation) => operation.method !== 'get' && isConditional(operation),
  ],
  [
    '304',
    'when it reads and takes If-None-Match',
    (operation) => operation.method === 'get' && isConditional(operation),
  ],
];

describe('an operation describes', () => {
  it.each(RULES)('%s %s', (status, _when, applies) => {
    const missing = operations.filter((operation) => applies(operation) && operation.responses[status] === undefined);
    expect(missing.map(({ operationId }) => operationId)).toEqual([]);
  });

  const ONLY: [string, (operation: Described) => boolean][] = [
    ['304', (operation) => operation.method === 'get' && isConditional(operation)],
    ['412', (operation) => hasParameter(operation, 'If-Match')],
    ['408', ({ body }) => body],
    ['413', ({ body }) => body],
    ['415', ({ body }) => body],
    ['201', (operation) => operation.method === 'post'],
    ['401', (operation) => operation.operationId !== 'createAuthorization' && !isOpenProbe(operation)],
    ['406', (operation) => !hasOneForm(operation) && !isOpenProbe(operation)],
  ];
  it.each(ONLY)('%s only where it can occur', (status, applies) => {
    const wrong = operations.filter((operation) => operation.responses[status] !== undefined && !applies(operation));
    expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe('an operation (D60, D19)', () => {
  it('that reads one resource and accepts If-None-Match returns an ETag', () => {
    const conditional = operations.filter((operation) => operation.method === 'get' && isConditional(operation));
    expect(
      conditional.filter((operation) => !success(operation).every(hasTag)).map(({ operationId }) => operationId),
    ).toEqual([]);
    const tagged = operations.filter((operation) => operation.method === 'get' && success(operation).some(hasTag));
    expect(tagged.map(({ operationId }) => operationId)).toEqual(conditional.map(({ operationId }) => operationId));
  });

  it('that creates returns the Location and the ETag of the new resource', () => {
    const created = operations.filter(({ responses }) => responses['201'] !== undefined);
    expect(created.length).toBeGreaterThan(5);
    for (const { operationId, responses } of created) {
      // Links and places have a list for a place, and no separate state.
      const isLink = ['addObjectRelations', 'addObjectChildren'].includes(operationId);
      // It cannot be read again: a reader could send the file.
      const isAddress = operationId === 'createDirectUpload';
      const showsSecret = ['createApplication', 'createWebhook'].includes(operationId);
      const place = isAddress ? [] : ['ETag', 'Location'];
      const expected = isLink ? ['Location'] : [...(showsSecret || isAddress ? ['Cache-Control'] : []), ...place];
      const headers = Object.keys(nodeAt(responses, '201', 'headers')).sort();
      expect([operationId, ...headers]).toEqual([operationId, ...expected]);
    }
  });

  it('that writes cannot be called anonymously, except for sign-in, sign-up, forgotten passwords, and enrolling by a sign-in', () => {
    const open = operations.filter(
      ({ security }) => security.length === 0 || security.some((each) => Object.keys(each).length === 0),
    );
    expect(open.filter(({ method }) => method !== 'get').map(({ operationId }) => operationId)).toEqual([
      'signIn',
      'createCredentialsChange',
      'changeCredentials',
      'createAuthorization',
      'createPasskey',
      'activatePasskey',
      'createPasskeyChallenge',
      'createSecondFactor',
      'activateSecondFactor',
      'signUp',
      'activateSignup',
    ]);
  });

  it('has each of its path parameters, and no other', () => {
    expect(operations.length).toBeGreaterThan(100);
    for (const { operationId, path, parameters } of operations) {
      const inPath = parameters.filter((each) => each['in'] === 'path').map((each) => String(each['name']));
      expect(inPath.sort(), operationId).toEqual(
        [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '').sort(),
      );
    }
  });
});

describe('the check of responses against the description', () => {
  const links = { self: 'http://a/health', home: 'http://a/home' };
  const error = { status: '404', code: 'not_found', title: 't', detail: 'd' };
  const health: SeenResponse = {
    method: 'GET',
    url: '/health?x=1',
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: '{"status":"ok"}',
  };
  const missing: SeenResponse = {
    method: 'GET',
    url: '/objects/1',
    status: 404,
    headers: { 'content-type': JSON_API },
    text: JSON.stringify({ error, errors: [error], links }),
  };
  const removed: SeenResponse = { method: 'DELETE', url: '/objects/1', status: 204, headers: {}, text: '' };
  const { check, pathOf } = createDescriptionCheck(bundle);

  it('accepts responses as described', () => {
    for (const response of [health, missing, removed]) expect(() => check(response)).not.toThrow();
  });

  const role = {
    id: '1',
    type: 'roles',
    attributes: { name: 'admin', description: null },
    meta: { unchangeable: true, created: '2026-01-01T00:00:00Z', modified: '2026-01-01T00:00:00Z' },
  };
  const related = (names: string[]): SeenResponse => ({
    ...health,
    url: '/roles/1',
    headers: { 'content-type': 'application/vnd.api+json', etag: '"1"' },
    text: JSON.stringify({
      data: { ...role, relationships: Object.fromEntries(names.map((name) => [name, {}])) },
      links,
    }),
  });

  it('accepts described relationships', () => {
    expect(() => check(related(['users']))).not.toThrow();
  });

  const faults: [string, SeenResponse, RegExp][] = [
    ['a relationship that is not described', related(['users', 'groups']), /relationships must NOT have additional/],
    ['a status that is not described', { ...health, status: 201 }, /status is not described/],
    [
      'a media type that is not described',
      { ...health, headers: { 'content-type': 'text/html' } },
      /media type "text\/html"/,
    ],
    ['a charset', { ...health, headers: { 'content-type': 'application/json; charset=utf-8' } }, /media type/],
    ['no media type', { ...health, headers: {} }, /media type ""/],
    ['a body of another shape', { ...health, text: '{"status":"fine"}' }, /not as described/],
    ['a body that is missing', { ...health, text: '{}' }, /not as described/],
    ['a body where there is none', { ...removed, text: '{}' }, /a body where none is described/],
    [
      'a code that is not in the table',
      { ...missing, text: JSON.stringify({ error: { ...error, code: 'gone' }, errors: [error], links }) },
      /code/,
    ],
    ['an error without errors', { ...missing, text: JSON.stringify({ error, errors: [], links }) }, /errors/],
    ['a success where there is no operation', { ...health, url: '/nothing/at/all/of/it' }, /no operation is described/],
    ['a missing header', { ...missing, status: 200 }, /header ETag is missing/],
  ];
  it.each(faults)('fails for %s', (_what, response, message) => {
    expect(() => check(response)).toThrow(message);
  });

  it('prefers literal segments to parameters', () => {
    expect(pathOf('/objects')).toBe('/objects');
    expect(pathOf('/model/tags/5?x=1')).toBe('/model/tags/{tag_id}');
    expect(pathOf('/documents')).toBe('/{object_type_name}');
    expect(pathOf('/documents/1/poster')).toBe('/{object_type_name}/{object_id}/{relation_name}');
    expect(pathOf('/documents/1/2/3')).toBeUndefined();
  });
});
