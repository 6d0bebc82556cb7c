// The before and after hooks of all extensions, by the operation that they are for.
import { memberOf } from '../values.ts';
import { isBinary, isUpload } from '../network/is-binary-body.ts';
import { copyJson, type Json, type OpenApiDocument } from '../description/openapi-document.ts';
import { ApiError } from '../errors.ts';
import { bodyOf, type AnyReply, type HandlerCall, type OperationHooks } from '../http/handler.ts';
import type { ExtensionTools, SentResponse } from './extension.ts';
import { createBackground, guarded } from './guarded.ts';
import { hooksByKey, hookTarget, isFor, type HookTarget } from './hook-keys.ts';
import type { LoadedExtension } from './load-extensions.ts';

type AnyHook = (input: HandlerCall & { answer?: SentResponse }, tools: ExtensionTools) => unknown;

interface Hook {
  target: HookTarget;
  run: AnyHook;
  tools: ExtensionTools;
  what: string;
}

/** An extension, with the argument of its code. */
export interface ExtensionWithTools extends LoadedExtension {
  tools: ExtensionTools;
}

/** A copy for a hook, so that it cannot change data without validation. */
const shown = (call: HandlerCall): HandlerCall => ({
  ...call,
  // cast: other bodies than uploads were parsed from JSON
  body: isUpload(call.body) || call.body === undefined ? undefined : copyJson(call.body as Json),
});

function hooksOf(
  kind: 'before' | 'after',
  { file, extension, tools }: ExtensionWithTools,
  document: OpenApiDocument,
): Hook[] {
  return Object.entries(hooksByKey(extension, kind)).map(([key, run]) => ({
    target: hookTarget(file, key, document),
    // cast: the key of a hook names the operation that its calls belong to
    run: run as AnyHook,
    tools,
    what: `${kind} ${key}`,
  }));
}

async function bodyAfter(hook: Hook, call: HandlerCall, seconds: number, assertValid: (body: unknown) => void) {
  const { log } = hook.tools;
  const changed: unknown = await guarded({ log, seconds, what: hook.what }, () => hook.run(shown(call), hook.tools));
  if (changed === undefined || changed === null) return call.body;
  const body = memberOf(changed, 'body');
  if (body === undefined || isUpload(call.body)) {
    log.error(`${hook.what} returned something other than { body }`);
    throw new ApiError('internal_error', 'An internal error has occurred.');
  }
  try {
    assertValid(body);
  } catch (error) {
    // The request itself is valid.
    log.error({ err: error }, `${hook.what} returned a body that the description does not allow`);
    throw new ApiError('internal_error', 'An internal error has occurred.');
  }
  return body;
}

/** The response as it is sent. @returns the reply, whose body is made once, and the response for hooks */
function remembered(reply: AnyReply): { reply: AnyReply; answer: () => Promise<SentResponse> } {
  const { status, body } = reply;
  if (typeof body !== 'function') {
    const text = body === undefined || isBinary(body) ? undefined : JSON.stringify(body);
    return {
      reply,
      answer: () => Promise.resolve({ status, body: text === undefined ? undefined : JSON.parse(text) }),
    };
  }
  let made: Promise<unknown> | undefined;
  const make = (): Promise<unknown> => (made ??= Promise.resolve(bodyOf({ body })));
  return {
    reply: { ...reply, body: make },
    answer: async () => ({ status, body: JSON.parse(JSON.stringify(await make())) }),
  };
}

/** @param seconds time limit of each @throws ExtensionError for a hook of an unknown operation */
export function createOperationHooks(
  extensions: readonly ExtensionWithTools[],
  { document, seconds }: { document: OpenApiDocument; seconds: number },
): { hooks: ReadonlyMap<string, OperationHooks>; settled(): Promise<void> } {
  const before = extensions.flatMap((each) => hooksOf('before', each, document));
  const after = extensions.flatMap((each) =>
    hooksOf('after', each, document).map((hook) => {
      return { ...hook, background: createBackground({ log: each.tools.log, seconds, what: hook.what }) };
    }),
  );
  const hooks = new Map<string, OperationHooks>();
  for (const operationId of new Set([...before, ...after].map(({ target }) => target.operationId))) {
    const first = before.filter((hook) => hook.target.operationId === operationId);
    const last = after.filter((hook) => hook.target.operationId === operationId);
    hooks.set(operationId, {
      async before(call, assertValid) {
        let { body } = call;
        for (const hook of first) {
          if (isFor(hook.target, call.params)) body = await bodyAfter(hook, { ...call, body }, seconds, assertValid);
        }
        return body;
      },
      after(call, sent) {
        const listening = last.filter((hook) => isFor(hook.target, call.params));
        if (listening.length === 0) return sent;
        const { reply, answer } = remembered(sent);
        const input = shown(call);
        for (const { run, tools, background } of listening) {
          background.add(async () => run({ ...input, answer: await answer() }, tools));
        }
        return reply;
      },
    });
  }
  return {
    hooks,
    async settled() {
      await Promise.all(after.map(({ background }) => background.settled()));
    },
  };
}
