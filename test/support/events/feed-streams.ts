// Streams of `/feed`, read by listeners.
import type { Client } from '../service.ts';

/** Messages of a stream: those received so far with data, and the last id. */
export async function listenTo(
  url: string,
  client: Client,
  { query = '', last }: { query?: string; last?: string } = {},
) {
  const gone = new AbortController();
  const headers: Record<string, string> = { Accept: 'text/event-stream' };
  if (client.token !== undefined) headers['Authorization'] = `Bearer ${client.token}`;
  if (last !== undefined) headers['Last-Event-ID'] = last;
  const response = await fetch(`${url}/feed?${query}`, { headers, signal: gone.signal });
  const state = {
    events: [] as { id: string; type: string; data: { id: string } }[],
    last: '',
    isOver: false,
    response,
  };
  const reading = (async () => {
    let text = '';
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        state.last = /^id: (.*)$/m.exec(message)?.[1] ?? state.last;
        const data = /^data: (.*)$/m.exec(message)?.[1];
        if (data !== undefined) state.events.push(JSON.parse(data) as (typeof state.events)[number]);
      }
    }
  })()
    .catch(() => undefined)
    .finally(() => (state.isOver = true));
  return Object.assign(state, {
    async leave() {
      gone.abort();
      await reading;
    },
  });
}
