// The child's side of scripts/bench/servers/servers.ts: serves on a free port and answers the runner's questions over IPC.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { Session, type Profiler } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';

export interface Answers {
  /** Bytes: `rss` is the resident memory. */
  memory: NodeJS.MemoryUsage;
  /** Processor time used so far, microseconds. */
  cpu: number;
  'start profile': null;
  'stop profile': Profiler.Profile;
}
export type Question = keyof Answers;

let session: Session | undefined;

const answers: { [Q in Question]: () => Answers[Q] | Promise<Answers[Q]> } = {
  memory: () => process.memoryUsage(),
  cpu() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  async 'start profile'() {
    session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
    return null;
  },
  async 'stop profile'() {
    if (!session) throw new Error('no profile is being taken');
    return (await session.post('Profiler.stop')).profile;
  },
};

export async function serveBench(listener: RequestListener): Promise<void> {
  // As in scripts/start.ts: a large upload may take longer than the default five minutes.
  const server = createServer({ requestTimeout: 0 }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.on('message', (question: Question) => void answer(question));
  process.once('disconnect', () => process.exit(0));
  process.send?.((server.address() as AddressInfo).port);
}

async function answer(question: Question): Promise<void> {
  process.send?.(await answers[question]());
}
