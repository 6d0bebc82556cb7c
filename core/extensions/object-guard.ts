// The hook of an extension that runs before any write of an object (D348).
import { ApiError } from '../errors.ts';
import type { ObjectProposal } from '../events/events.ts';
import { copyJson, type Json } from '../description/openapi-document.ts';
import type { BeforeObject, ExtensionTools } from './extension.ts';
import { guarded } from './guarded.ts';

/** A listener that refuses what the hook refuses. @throws ApiError; errors of the hook, which become 500 */
export function objectGuard(
  hook: BeforeObject,
  tools: ExtensionTools,
  seconds: number,
): (proposal: ObjectProposal) => Promise<void> {
  const guard = { log: tools.log, seconds, what: 'before object' };
  return async ({ attributes, ...proposal }) => {
    // A copy, so that the hook cannot change the write.
    // cast: as clients see them, so JSON; the copy has the same type
    const shown = { ...proposal, attributes: copyJson(attributes as Json) as typeof attributes };
    const answer: unknown = await guarded(guard, () => hook(shown, tools));
    if (answer === undefined || answer === null) return;
    tools.log.error('before object returned a value, but cannot change anything');
    throw new ApiError('internal_error', 'An internal error has occurred.');
  };
}
