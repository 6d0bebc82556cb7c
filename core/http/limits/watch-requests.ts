// Reports of every request: to the metrics when it begins and ends, to the log when it was slow (D638).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../../log.ts';
import type { TracedResponse } from '../../tracing/spans.ts';
import { requestFacts } from '../request/request-id.ts';
import { shownParams, type MatchedOperation, type Operation } from '../routing/operation.ts';
import type { ServerTiming } from './server-timing.ts';
import { takesFile } from '../request/upload-body.ts';

/** Data of a request at its end. */
export interface Served {
  timing: ServerTiming;
  matched: MatchedOperation | undefined;
  /** Of the error in its response. */
  code: string | undefined;
}

/** @returns to be called when the request has ended */
export type WatchRequest = (request: IncomingMessage, response: ServerResponse, served: Served) => () => void;

export interface RequestMetrics {
  requestBegun(): void;
  requestAnswered(request: TracedResponse & { seconds: number }): void;
}

/** The duration of a file depends on the client. */
const isFileTransfer = (operation: Operation): boolean => takesFile(operation) || operation.produces.includes('*/*');

/** @param slowMs null: no request is slow */
export function watchRequests(metrics: RequestMetrics, log: Pick<Logger, 'warn'>, slowMs: number | null): WatchRequest {
  return (request, response, served) => {
    metrics.requestBegun();
    return () => {
      const { timing, matched, code } = served;
      const ms = timing.elapsed();
      const operation = matched?.operation;
      const status = response.headersSent ? response.statusCode : undefined;
      const { operationId, method, path: route } = operation ?? {};
      metrics.requestAnswered({ operationId, method, route, status, seconds: ms / 1_000, code });
      if (slowMs === null || ms < slowMs || !matched || !operation || isFileTransfer(operation)) return;
      const unindexed = timing.unindexed();
      log.warn(
        {
          ...requestFacts(request),
          operation: operation.operationId,
          params: shownParams(matched),
          filters: Object.keys(Object.fromEntries(new URL(request.url ?? '/', 'http://localhost').searchParams)),
          status,
          ms: Math.round(ms),
          ...(unindexed.length > 0 && { unindexed, advice: 'these lists read all objects of a type: see D462' }),
        },
        'slow request',
      );
    };
  };
}
