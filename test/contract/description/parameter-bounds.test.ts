// Numbers in a query that the description allows are not refused as bad values.
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeAt, type Node, type OpenApiDocument } from '../../../core/description/openapi-document.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
let requests: { path: string; name: string; value: number }[];
beforeAll(async () => {
  const document = (await test.admin.get('/openapi.json?side=all')).body as OpenApiDocument;
  requests = Object.entries(nodeAt(document, 'paths')).flatMap(([path, item]) =>
    numbersOf(document, (item as Record<string, Node>)['get']).flatMap(({ name, bounds }) =>
      bounds.map((value) => ({ path: path.replaceAll(/\{[^}]*\}/g, '1'), name, value })),
    ),
  );
});

/** Integers in the query, with the least and the greatest value described. */
function numbersOf(document: OpenApiDocument, operation: Node | undefined): { name: string; bounds: number[] }[] {
  const parameters = (operation?.['parameters'] ?? []) as Node[];
  return parameters.flatMap((each) => {
    const ref = each['$ref'] as string | undefined;
    const found = ref === undefined ? each : nodeAt(document, ...ref.slice(2).split('/'));
    const { name, in: place, schema } = found as { name: string; in: string; schema: Record<string, unknown> };
    if (place !== 'query' || schema['type'] !== 'integer') return [];
    const bounds = [schema['minimum'], schema['maximum']].filter((value) => typeof value === 'number');
    return [{ name, bounds }];
  });
}

describe('a number in a query', () => {
  it('is accepted at both its bounds', async () => {
    expect(new Set(requests.map(({ name }) => name)).size).toBeGreaterThan(3);
    const refused: string[] = [];
    for (const { path, name, value } of requests) {
      const { body } = await test.admin.get(`${path}?${encodeURIComponent(name)}=${value}`);
      const errors =
        (body as { errors?: { code: string; detail: string; source?: { parameter?: string } }[] }).errors ?? [];
      const fault = errors.find(({ code, source }) => code === 'invalid_parameter' && source?.parameter === name);
      // The number of items on a page is configured; the legacy side refuses values that JSON:API caps.
      if (fault && !/^page_size is \d+ at most/.test(fault.detail))
        refused.push(`${path}?${name}=${value}: ${fault.detail}`);
    }
    expect(refused).toEqual([]);
  });
});
