// What the service tells of itself to traces (D594).
import type { EventEmitter } from 'node:events';
import type { RequestListener } from 'node:http';

/** What is known of a request at its end. */
export interface TracedAnswer {
  operationId: string | undefined;
  method: string | undefined;
  /** Path of the operation in the description. */
  route: string | undefined;
  status: number | undefined;
  /** Of an error. */
  code: string | undefined;
}

interface TracedJob {
  _id: string;
  service: string;
  /** Of the request that has left the job. */
  traceparent?: string;
}

export interface Tracing {
  /** Whether the client of the database has to tell of its commands. */
  readonly isOn: boolean;
  /** Has each request in a span, below that which its `traceparent` names. */
  serve(listener: RequestListener): RequestListener;
  /** Called with the request that is under way. */
  requestAnswered(answer: TracedAnswer): void;
  /** Has the run of a job in a span. */
  runJob<Result>(job: TracedJob, work: () => Promise<Result>): Promise<Result>;
  /** Has the commands of requests and jobs in spans. @param client of the database */
  watchCommands(client: Pick<EventEmitter, 'on'>): void;
  /** Sends what is left. */
  close(): Promise<void>;
}
