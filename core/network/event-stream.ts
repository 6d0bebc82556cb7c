// Responses that continue until one side ends them: text/event-stream.

/** Media type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** The body of such a response. */
export interface EventStream {
  /** Pieces of the body, each of whole messages; they end with the signal at the latest. */
  pieces(signal: AbortSignal): AsyncIterable<string>;
}

export const isEventStream = (body: unknown): body is EventStream =>
  typeof body === 'object' && body !== null && 'pieces' in body && typeof body.pieces === 'function';
