// A response that was checked before is not checked again, byte for byte and under the same schema only.
import { expect, it } from 'vitest';
import { createDescriptionCheck } from '../../../scripts/contract/description-check.ts';
import { createSchemaValidators } from '../../../scripts/contract/schema-validators.ts';

const at = (path: string, type: string) => ({
  [path]: {
    get: {
      operationId: `get${type}`,
      responses: { 200: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${type}` } } } } },
    },
  },
});
const described = (n: object) => ({
  paths: { ...at('/numbers', 'Number'), ...at('/texts', 'Text') },
  components: {
    schemas: {
      Number: { type: 'object', properties: { n } },
      Text: { type: 'object', properties: { n: { type: 'string' } } },
    },
  },
});

it('a body counts as seen under its own schema, in all descriptions that have it, and never when it was wrong', () => {
  const shared = createSchemaValidators();
  const [first, same, other] = [{ type: 'integer' }, { type: 'integer' }, { type: 'boolean' }].map((n) =>
    createDescriptionCheck(described(n), shared),
  );
  const answer = (url: string, text: string) => ({
    ...{ method: 'GET', url, status: 200, text },
    headers: { 'content-type': 'application/json' },
  });
  const refused = /not as described: \/n must be/;
  for (const _time of [1, 2]) {
    expect(first?.check(answer('/numbers', '{"n":1}'))).toBeUndefined();
    expect(same?.check(answer('/numbers', '{"n":1}'))).toBeUndefined();
    expect(() => other?.check(answer('/numbers', '{"n":1}'))).toThrow(refused);
    expect(() => first?.check(answer('/texts', '{"n":1}'))).toThrow(refused);
    expect(() => first?.check(answer('/numbers', '{"n":"1"}'))).toThrow(refused);
    expect(() => first?.check(answer('/numbers', '{"n":'))).toThrow(/the body is not JSON/);
  }
});
