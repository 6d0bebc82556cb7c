// Duration of sound and films, and size of films, by music-metadata. It runs in a thread with little memory and a time limit: a
// hostile file must not block other requests.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { MediaFacts } from './mp4-boxes.ts';

/** In milliseconds, including the start of the thread. */
const TIME = 10_000;
const MEMORY_MB = 64;

const turns = pLimit(1);

/** In plain JavaScript, since a thread does not inherit the compiler. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData.library).then(async ({ parseFile }) => {
  const { format } = await parseFile(workerData.file, { skipCovers: true, duration: false, mkvUseIndex: true });
  const video = (format.trackInfo ?? []).map((track) => track.video).find((found) => found?.pixelWidth);
  parentPort.postMessage({
    duration: format.duration ?? null,
    hasVideo: format.hasVideo,
    width: video?.displayWidth ?? video?.pixelWidth ?? null,
    height: video?.displayHeight ?? video?.pixelHeight ?? null,
  });
}).catch(() => parentPort.postMessage(null));
`;

const library = (): string => pathToFileURL(createRequire(import.meta.url).resolve('music-metadata')).href;

async function inThread(file: string, time: number): Promise<MediaFacts | null> {
  const worker = new Worker(PROGRAM, {
    eval: true,
    // Options of the main process, such as a compiler, are not needed there.
    execArgv: [],
    workerData: { library: library(), file },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    stderr: true,
    stdout: true,
  });
  try {
    return await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), time);
      const done = (facts: MediaFacts | null): void => {
        clearTimeout(timer);
        resolve(facts);
      };
      worker
        .once('message', done)
        .once('error', () => done(null))
        .once('exit', () => done(null));
    });
  } finally {
    await worker.terminate();
  }
}

const positive = (value: unknown, most: number): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 && value <= most ? value : null;

/** Unreadable values, also after the time limit, are null. @param time limit in ms */
export async function readMedia(file: string, time = TIME): Promise<MediaFacts> {
  const found = await turns(() => inThread(file, time));
  const side = (value: unknown): number | null => {
    const pixels = positive(value, 65_535);
    return pixels === null ? null : Math.round(pixels);
  };
  const [width, height] = [side(found?.width), side(found?.height)];
  const known = width !== null && height !== null;
  return {
    width: known ? width : null,
    height: known ? height : null,
    duration: positive(found?.duration, Number.MAX_SAFE_INTEGER),
    hasVideo: typeof found?.hasVideo === 'boolean' ? found.hasVideo : undefined,
  };
}
