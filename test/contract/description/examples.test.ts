// Clients copy examples: each request body of the description must be one that the service accepts, each response body
// one that the description allows.
import { describe, expect, it } from 'vitest';
import {
  isNode,
  METHODS,
  nodeAt,
  type Node,
  type OpenApiDocument,
} from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';
import { createDescriptionCheck } from '../../../scripts/contract/description-check.ts';
import { STEPS } from '../../../scripts/contract/steps.ts';
import { JSON_API, type ResourceData, serviceForTests } from '../../support/service.ts';

interface Example {
  operationId: string;
  method: (typeof METHODS)[number];
  path: string;
  mediaType: string;
  name: string;
  value: unknown;
}
type ResponseExample = Example & { status: string };

function examplesIn(content: unknown, where: Omit<Example, 'mediaType' | 'name' | 'value'>): Example[] {
  return Object.entries(isNode(content as Node) ? (content as Node) : {}).flatMap(([mediaType, media]) =>
    Object.entries(nodeAt(media as Node, 'examples')).map(([name, example]) => ({
      ...where,
      mediaType,
      name,
      value: (example as Node)['value'],
    })),
  );
}

function operationsOf(
  document: OpenApiDocument,
): (Omit<Example, 'mediaType' | 'name' | 'value'> & { operation: Node })[] {
  return Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Node)[method];
      return isNode(operation) ? [{ operationId: String(operation['operationId']), method, path, operation }] : [];
    }),
  );
}

const requestExamples = (document: OpenApiDocument): Example[] =>
  operationsOf(document)
    .flatMap(({ operation, ...where }) => examplesIn(nodeAt(operation, 'requestBody')['content'], where))
    .filter((example, _index, all) => !(example.mediaType !== JSON_API && all.some((other) => isTwin(other, example))));

/** The same body under its other media type. */
const isTwin = (a: Example, b: Example): boolean =>
  a.mediaType === JSON_API && a.operationId === b.operationId && a.name === b.name;

const responseExamples = (document: OpenApiDocument): ResponseExample[] =>
  operationsOf(document).flatMap(({ operation, ...where }) =>
    Object.entries(nodeAt(operation, 'responses')).flatMap(([status, response]) => {
      const reference = (response as Node)['$ref'];
      const node =
        typeof reference === 'string' ? nodeAt(document, ...reference.slice(2).split('/')) : (response as Node);
      return examplesIn(node['content'], where).map((example) => ({ ...example, status }));
    }),
  );

/** Faults of all response examples, each with its place. */
function faultsOfResponses(document: OpenApiDocument): { checked: number; faults: string[] } {
  const { check } = createDescriptionCheck(document);
  const examples = responseExamples(document);
  const faults = examples.flatMap(({ method, path, status, mediaType, name, value }) => {
    try {
      check({
        method: method.toUpperCase(),
        url: path.replaceAll(/\{[^}]+\}/g, '1'),
        status: Number(status),
        headers: {
          'content-type': mediaType,
          etag: '"1"',
          vary: 'Accept',
          location: 'http://a',
          'retry-after': '1',
          'cache-control': 'no-store',
          'content-range': 'bytes */1',
        },
        text: typeof value === 'string' ? value : JSON.stringify(value),
      });
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
  return { checked: examples.length, faults };
}

const test = serviceForTests();

const live = async (): Promise<OpenApiDocument> =>
  (await test.anonymous.get('/openapi.json?side=all')).body as OpenApiDocument;

describe('the response examples', () => {
  it('of the authored description fit their schemas', () => {
    const { checked, faults } = faultsOfResponses(bundle);
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(500);
  });

  it('of the live description fit their schemas', async () => {
    const { checked, faults } = faultsOfResponses(await live());
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(500);
  });

  it('exist for each response with a body', () => {
    const without = operationsOf(bundle).flatMap(({ operation, operationId }) =>
      Object.entries(nodeAt(operation, 'responses'))
        .filter(([, response]) =>
          // A file needs none.
          Object.entries(nodeAt(response as Node, 'content')).some(
            ([mediaType, media]) => mediaType !== '*/*' && !(media as Node)['examples'],
          ),
        )
        .map(([status]) => `${operationId} ${status}`),
    );
    expect(without).toEqual([]);
  });
});

type Body = { data?: { id?: string } | { id?: string }[] };

function withId(value: unknown, id: string | undefined): Body {
  const body = structuredClone(value) as Body;
  if (id === undefined) return body;
  for (const item of [body.data ?? []].flat()) item.id = id;
  return body;
}

const content = (document: OpenApiDocument, { requestBody }: Node): Node => {
  const reference = isNode(requestBody) ? requestBody['$ref'] : undefined;
  const body =
    typeof reference === 'string' ? nodeAt(document, ...reference.slice(2).split('/')) : (requestBody as Node);
  return isNode(body) ? nodeAt(body, 'content') : {};
};

describe('the request examples', () => {
  const examples = requestExamples(bundle);

  it('exist for each operation with a body, and a step of the contract run tries each', () => {
    const takesBody = operationsOf(bundle).filter(({ operation }) => operation['requestBody'] !== undefined);
    const takesFile = takesBody.filter(({ operation }) => '*/*' in content(bundle, operation));
    // One operation may accept several forms.
    const ids = new Set([...examples, ...takesFile].map(({ operationId }) => operationId));
    expect([...ids].sort()).toEqual(takesBody.map(({ operationId }) => operationId).sort());
    // Some are tried more than once.
    const steps = new Set(STEPS.map((step) => step.operationId));
    expect([...steps].sort()).toEqual([...ids].sort());
    const tried = STEPS.filter(({ file }) => file).map(({ operationId }) => operationId);
    expect(tried.sort()).toEqual(takesFile.map(({ operationId }) => operationId).sort());
  });

  it('of the live description are accepted, for every type', async () => {
    const authored = new Set(examples.map((example) => example.operationId));
    const typed = requestExamples(await live()).filter(({ operationId }) => !authored.has(operationId));
    const creates = typed.filter(({ method, path }) => method === 'post' && !path.includes('{'));
    expect(creates.map(({ path }) => path)).toContain('/documents');
    const outcomes: string[] = [];
    for (const create of creates) {
      const created = await test.admin.post(create.path, create.value);
      outcomes.push(`POST ${create.path} ${created.status}${created.status === 201 ? '' : ` ${created.text}`}`);
      const update = typed.find(
        ({ method, path }) => method === 'patch' && /^\/[^/]+\/[^/]+$/.test(path) && path.startsWith(`${create.path}/`),
      );
      const { id } = (created.body as { data?: ResourceData }).data ?? {};
      if (!update || !id) continue;
      const updated = await test.admin.patch(`${create.path}/${id}`, withId(update.value, id));
      outcomes.push(`PATCH ${create.path} ${updated.status}${updated.status === 200 ? '' : ` ${updated.text}`}`);
      const copy = typed.find(({ path }) => path === `${create.path}/{object_id}/actions/clone`);
      const copied = await test.admin.post(`${create.path}/${id}/actions/clone`, copy?.value);
      outcomes.push(`copy ${create.path} ${copied.status}${copied.status === 201 ? '' : ` ${copied.text}`}`);
    }
    expect(outcomes).toEqual(
      creates.flatMap(({ path }) => [`POST ${path} 201`, `PATCH ${path} 200`, `copy ${path} 201`]),
    );
  });
});
