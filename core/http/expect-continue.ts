// `Expect: 100-continue`: the client sends its body when it is told to (RFC 9110, 10.1.1). Node would tell it at once; here
// it is told when the body is read first, so that it sends none of what is refused (D250).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/** Has requests whose clients wait answered as all others are. */
export function deferContinue(server: Server): void {
  server.on('checkContinue', (request, response) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
}

/** To be called when the body is about to be read. */
export function askForBody(request: IncomingMessage): void {
  waiting.get(request)?.writeContinue();
  waiting.delete(request);
}
