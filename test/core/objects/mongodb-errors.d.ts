// Errors of the driver's pools, for which it has no types.
declare module 'mongodb/lib/cmap/errors.js' {
  type Pool = { address: string; serverError: Error | null };

  export class PoolClosedError extends Error {
    constructor(pool: Pool);
  }
  export class PoolClearedError extends Error {
    constructor(pool: Pool);
  }
  export class WaitQueueTimeoutError extends Error {
    constructor(message: string, address: string);
  }
}
