// Spans of the service for traces (D594).
import type { EventEmitter } from 'node:events';
import type { RequestListener } from 'node:http';

/** Data of a request at its end. */
export interface TracedResponse {
  operationId: string | undefined;
  method: string | undefined;
  /** Path of the operation in the description. */
  route: string | undefined;
  status: number | undefined;
  /** Of an error. */
  code: string | undefined;
}

export interface Tracing {
  /** Whether the database client has to emit events for its commands. */
  readonly isOn: boolean;
  /** Wraps each request in a span, below that of its `traceparent`. */
  serve(listener: RequestListener): RequestListener;
  /** Called within the span of a request when its work begins. */
  requestBegun(): void;
  /** Called there when it has ended, perhaps after the connection was closed. */
  requestAnswered(response: TracedResponse): void;
  /** Wraps the run of a job in a span. @param job with the `traceparent` of the request that has left it */
  runJob<Result>(
    job: { _id: string; service: string; traceparent?: string },
    work: () => Promise<Result>,
  ): Promise<Result>;
  /** Wraps the commands of requests and jobs in spans. @param client of the database */
  watchCommands(client: Pick<EventEmitter, 'on'>): void;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}
