import { ApiError } from '../errors.ts';

const PREFIX = '/data/attributes';

/** Errors about attributes at the top level of a plain JSON body point to them there. */
export function withFlatPointers(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const faults = error.faults.map((fault) => {
    const { pointer } = fault.source ?? {};
    return pointer?.startsWith(`${PREFIX}/`) ? { ...fault, source: { pointer: pointer.slice(PREFIX.length) } } : fault;
  });
  return error.withFaults(faults);
}
