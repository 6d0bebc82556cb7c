// Settings of the limits of one process (openapi/docs/limits.md).
import { byteLimit, duration, parseRateLimit, wholeNumber } from './setting-kinds.ts';
import { withDefault } from './setting.ts';

export const processLimits = {
  requestsAtOnce: withDefault(
    'REQUESTS_AT_ONCE',
    '1000',
    'requests that a process has under way, files aside',
    wholeNumber(10, 1_000_000),
  ),
  expensiveAtOnce: withDefault(
    'EXPENSIVE_AT_ONCE',
    '20',
    'expensive requests of one caller that a process has under way',
    wholeNumber(1, 10_000),
  ),
  callerRate: withDefault('CALLER_RATE', '300000/1m', 'requests that a process answers to one caller', {
    allowed: 'off, or requests/time, such as 600/1m',
    parse: parseRateLimit,
  }),
  diskReserveBytes: withDefault(
    'DISK_RESERVE',
    '512mb',
    'room that writes leave on the disks of the service',
    byteLimit,
  ),
  headersSeconds: withDefault('HEADERS_TIMEOUT', '20s', 'time that the head of a request may take', duration),
  idleSeconds: withDefault('IDLE_TIMEOUT', '2m', 'time that a client may take nothing of its answer', duration),
} as const;
