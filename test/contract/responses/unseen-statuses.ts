// Responses that the description lists and no test causes, each with the reason. At the end of a run of all tests every
// other one must have been seen, and none of these (test/support/run/status-coverage.ts).

export interface UnseenRule {
  status: number;
  /** operationIds of the authored description. */
  operations: 'all' | readonly string[];
  why: string;
}

export const UNSEEN: readonly UnseenRule[] = [
  {
    status: 500,
    operations: 'all',
    why: 'it tells of a fault of ours: a test that gets one fails. Its layout: test/core/process/errors.test.ts',
  },
  {
    status: 503,
    operations: ['signUp'],
    why: 'what it is sent is judged by the configuration, which is in memory, before it needs the database',
  },
];
