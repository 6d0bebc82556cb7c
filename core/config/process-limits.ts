// Settings of the limits of one process (openapi/docs/limits.md).
import { byteLimit, duration, offOr, parseRateLimit, wholeNumber } from './setting-kinds.ts';
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
  bodiesAtOnce: withDefault(
    'BODIES_AT_ONCE',
    '50',
    'request bodies of one caller that are not complete, uploads aside',
    wholeNumber(1, 100_000),
  ),
  transfersAtOnce: withDefault(
    'TRANSFERS_AT_ONCE',
    '100',
    'uploads and downloads of one caller that a process has under way',
    wholeNumber(1, 100_000),
  ),
  streamsAtOnce: withDefault(
    'STREAMS_AT_ONCE',
    '10',
    'streams of the feed of one caller in one process',
    wholeNumber(1, 100_000),
  ),
  connectionsAtOnce: withDefault(
    'CONNECTIONS_AT_ONCE',
    '1000',
    'open connections of one address to a process, without TRUST_PROXY',
    wholeNumber(1, 1_000_000),
  ),
  loopDelayMs: withDefault(
    'LOOP_DELAY_LIMIT',
    '500',
    'delay of the event loop from which requests are refused, expensive ones first, in ms',
    offOr(wholeNumber(10, 60_000)),
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
