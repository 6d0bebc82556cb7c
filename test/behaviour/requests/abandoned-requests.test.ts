// A read whose client has gone ends before its next step; a write is done (D724).
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, describe, expect, it } from 'vitest';
import type { RequestExchange } from '../../../core/http/exchange.ts';
import { STEPS_CHANNEL } from '../../../core/http/lifecycle.ts';
import { serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { RESPONSE_CACHE: '0' } });
let listener: ((message: unknown) => void) | undefined;
afterEach(() => listener && unsubscribe(STEPS_CHANNEL, listener));

/** Cuts the connection of the next request when this step begins. @returns the names of the steps from there on, when they end */
function cutAt(step: string): Promise<string[]> {
  let later: string[] | undefined;
  let ended: (steps: string[]) => void;
  listener = (message) => {
    const { exchange, step: name } = message as { exchange: RequestExchange; step: string };
    if (name === step && !later) {
      later = [];
      const leave = exchange.place.leave.bind(exchange.place);
      exchange.place.leave = () => {
        leave();
        ended(later ?? []);
      };
      exchange.request.socket.destroy();
    }
    later?.push(name);
  };
  subscribe(STEPS_CHANNEL, listener);
  return new Promise((resolve) => (ended = resolve));
}

describe('a request whose client has gone', () => {
  it('ends before its next step when it reads', async () => {
    const steps = cutAt('authorise');
    await expect(test.admin.get('/documents')).rejects.toThrow();
    expect(await steps).toEqual(['authorise']);
  });

  it('makes no text of what the handler has read', async () => {
    const steps = cutAt('callHandler');
    await expect(test.admin.get('/documents')).rejects.toThrow();
    expect(await steps).toEqual(['callHandler']);
  });

  it('is done when it writes', async () => {
    const steps = cutAt('authorise');
    const data = { type: 'documents', attributes: { title: 'From one who left' } };
    await expect(test.admin.post('/documents', { data })).rejects.toThrow();
    expect((await steps).at(-1)).toBe('respond');
    const { body } = await test.admin.get('/documents?filter[title]=From one who left');
    expect(body.data).toHaveLength(1);
  });
});
