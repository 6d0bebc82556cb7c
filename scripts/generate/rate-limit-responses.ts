// The rate limit can refuse any operation (D23): the YAML names 429 only for further limits, this adds it to all other
// operations.
import { METHODS } from '../../core/description/openapi-document.ts';

interface Operation {
  'x-colophon': { access?: string };
  responses: Record<string, unknown>;
}

/** Adds the shared 429 to every operation without one; changes its argument. */
export function addRateLimitResponses(paths: Record<string, Partial<Record<string, Operation>>>): void {
  for (const item of Object.values(paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      // Probes of orchestrators are never refused (D720).
      if (operation && operation['x-colophon'].access !== 'everyone')
        operation.responses['429'] ??= { $ref: '#/components/responses/TooManyRequests' };
    }
  }
}
