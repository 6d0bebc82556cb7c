import { describe, expect, it } from 'vitest';
import type { Description } from '../../../core/http/routing/operation.ts';
import { createBackend } from '../../../core/http/routing/openapi-backend.ts';
import { createHandlers } from '../../../handlers/index.ts';
import type { Services } from '../../../handlers/services.ts';
import { bundle, operationIds } from '../../core/description/descriptions.ts';

/** Services that handlers can be made with, as long as none is called. */
const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
const handlers = createHandlers(nothing as Services);
const description = bundle as unknown as Description;

/** The message of createBackend when it refuses to start. */
const refusal = (handled: readonly string[], described = description): Promise<string> =>
  createBackend(described, handled, () => false).then(
    () => 'started',
    (error: Error) => error.message,
  );

describe('handlers/', () => {
  it('has one handler for each operation of the description, and no other', () => {
    expect(Object.keys(handlers).sort()).toEqual(operationIds(bundle).sort());
    for (const handler of Object.values(handlers)) expect(handler).toBeTypeOf('function');
  });
});

describe('the description', () => {
  it('names each operation once', () => {
    const ids = operationIds(bundle);
    expect(ids.length).toBeGreaterThan(50);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe('createBackend', () => {
  it('makes a table of all operations when none is missing', async () => {
    const { router } = await createBackend(description, operationIds(bundle), () => false);
    expect(router.table.operations.map((operation) => operation.operationId).sort()).toEqual(
      operationIds(bundle).sort(),
    );
  });

  it.each(['deleteTypedObject', 'getHome', 'signIn'])('refuses to start without a handler for %s', async (name) => {
    expect(await refusal(operationIds(bundle).filter((id) => id !== name))).toContain(name);
  });

  it('refuses to start with a handler without an operation', async () => {
    expect(await refusal([...operationIds(bundle), 'listNothing'])).toContain('listNothing');
  });

  it('refuses to start with an unknown security scheme', async () => {
    const described = structuredClone(description);
    const { components = {} } = described;
    components.securitySchemes = { ...components.securitySchemes, cookie: { type: 'http', scheme: 'basic' } };
    expect(await refusal(operationIds(bundle), described)).toContain('cookie');
  });
});
