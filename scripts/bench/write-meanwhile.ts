// Another client that changes documents while requests are measured.
import { CASES, type BenchData } from './cases.ts';
import type { BenchServer } from './servers/servers.ts';

/** @param writes in a second; 0 for none. @returns ends them @throws Error there, for a write that was refused */
export function writeMeanwhile({ url }: BenchServer, data: BenchData, writes: number): () => Promise<void> {
  const patch = CASES.find(({ name }) => name === 'patch');
  if (writes === 0 || !patch) return () => Promise.resolve();
  const sent: Promise<number>[] = [];
  const timer = setInterval(() => {
    const { path, ...request } = patch.request(data);
    sent.push(fetch(url + path, request).then(({ status }) => status));
  }, 1_000 / writes);
  return async () => {
    clearInterval(timer);
    const refused = (await Promise.all(sent)).find((status) => status >= 300);
    if (refused !== undefined) throw new Error(`a write meanwhile was ${refused}`);
  };
}
