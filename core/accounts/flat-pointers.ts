import { ApiError } from '../errors.ts';

const PREFIX = '/data/attributes';

/** Faults of attributes that lay side by side in a plain JSON body point at where they lay. */
export function withFlatPointers(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const faults = error.faults.map((fault) => {
    const { pointer } = fault.source ?? {};
    return pointer?.startsWith(`${PREFIX}/`) ? { ...fault, source: { pointer: pointer.slice(PREFIX.length) } } : fault;
  });
  return error.withFaults(faults);
}
