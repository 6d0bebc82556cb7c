// The resources of the model of a service, over HTTP.
import { ApiError } from '../../core/errors.ts';
import type { ModelClient } from '../../core/model-as-code/present-model.ts';
import { Refusal, type Target } from '../transfer/target.ts';

/** The error of a refused request, with its faults. */
function asApiError(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const faults = error.faults.map(({ detail, pointer }) => ({
    detail,
    ...(pointer !== undefined && { source: { pointer } }),
  }));
  return new ApiError('bad_request', faults);
}

export const httpModelClient = (target: Pick<Target, 'call'>): ModelClient => ({
  async call(method, path, { query, body } = {}) {
    const words = Object.entries(query ?? {}).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    try {
      return await target.call<unknown>(method, words.length > 0 ? `${path}?${words.join('&')}` : path, body);
    } catch (error) {
      throw asApiError(error);
    }
  },
});
