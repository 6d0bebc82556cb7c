import { describe, expect, it } from 'vitest';
import type { Description } from '../../core/http/description.ts';
import { createBackend, type BackendHandlers } from '../../core/http/openapi-backend.ts';
import { createHandlers } from '../../handlers/index.ts';
import type { Services } from '../../handlers/services.ts';
import { bundle, operationIds } from '../core/descriptions.ts';

/** Services that handlers can be made with, as long as none is called. */
const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
const handlers = createHandlers(nothing as Services);
const description = bundle as unknown as Description;

const answer = () => Promise.resolve({ status: 204 });
const FALLBACKS = ['notFound', 'methodNotAllowed', 'validationFail', 'unauthorizedHandler', 'notImplemented'];
/** Lets the request in, so a dispatcher without it must not start either. */
const HOOKS = ['postSecurityHandler'];

function allHandlers(): BackendHandlers {
  return Object.fromEntries([...FALLBACKS, ...HOOKS, ...operationIds(bundle)].map((name) => [name, answer]));
}
const allSecurityHandlers = (): BackendHandlers => ({ bearer: answer, accessToken: answer, apiKey: answer });

/** What createBackend says when it refuses to start. */
const refusal = (all: BackendHandlers, security: BackendHandlers): Promise<string> =>
  createBackend(description, all, security).then(
    () => 'started',
    (error: Error) => error.message,
  );

const without = (all: BackendHandlers, name: string): BackendHandlers =>
  Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));

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
  it('makes a table of all operations when nothing is missing', async () => {
    const { table } = await createBackend(description, allHandlers(), allSecurityHandlers());
    expect(table.operations.map((operation) => operation.operationId).sort()).toEqual(operationIds(bundle).sort());
  });

  // openapi-backend lets requests through when one of these is missing.
  it.each([...FALLBACKS, ...HOOKS])('refuses to start without %s', async (name) => {
    expect(await refusal(without(allHandlers(), name), allSecurityHandlers())).toContain(name);
  });

  it.each(['deleteTypedObject', 'getHome', 'signIn'])('refuses to start without a handler for %s', async (name) => {
    expect(await refusal(without(allHandlers(), name), allSecurityHandlers())).toContain(name);
  });

  it.each(['bearer', 'accessToken', 'apiKey'])(
    'refuses to start without a handler for the security scheme %s',
    async (name) => {
      expect(await refusal(allHandlers(), without(allSecurityHandlers(), name))).toContain(name);
    },
  );

  it('refuses to start with a handler that no operation has', async () => {
    expect(await refusal({ ...allHandlers(), listNothing: answer }, allSecurityHandlers())).toContain('listNothing');
  });

  it('refuses to start with a handler of a security scheme that is not described', async () => {
    expect(await refusal(allHandlers(), { ...allSecurityHandlers(), cookie: answer })).toContain('cookie');
  });
});
