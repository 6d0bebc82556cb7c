// `Expect: 100-continue`: the client waits for 100 before it sends its body (RFC 9110, 10.1.1). Node would send it
// immediately; here the first read of the body sends it, so that refused bodies are not sent (D250).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Handles requests of waiting clients like all others. */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request, response) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
}

/** To be called before the body is read. */
export function sendContinue(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}
