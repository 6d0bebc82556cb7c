// The rate limit can refuse any operation (D23): the YAML names 429 only for further limits, this adds it to all other
// operations.
import { METHODS } from '../../core/description/openapi-document.ts';

/** Polled by orchestrators, and never refused (D720). */
const UNCOUNTED: ReadonlySet<string> = new Set(['/health', '/ready']);

interface Operation {
  responses: Record<string, unknown>;
}

/** Adds the shared 429 to every operation without one; changes its argument. */
export function addRateLimitResponses(paths: Record<string, Partial<Record<string, Operation>>>): void {
  for (const [path, item] of Object.entries(paths)) {
    if (UNCOUNTED.has(path)) continue;
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) operation.responses['429'] ??= { $ref: '#/components/responses/TooManyRequests' };
    }
  }
}
