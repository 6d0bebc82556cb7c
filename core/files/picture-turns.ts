// One piece of work on a picture at a time, of two queues that alternate: a flood of uploads does not hold up thumbnails, nor the
// other way round.

/** What it is done for. */
export type PictureQueue = 'uploads' | 'thumbnails';

export interface PictureTurns {
  /** Runs work when its turn has come. @returns what the work gives */
  run<T>(queue: PictureQueue, work: () => Promise<T>): Promise<T>;
  /** Pieces of work that wait for their turn. */
  waiting(queue: PictureQueue): number;
}

const OTHER = { uploads: 'thumbnails', thumbnails: 'uploads' } as const;

export function createPictureTurns(): PictureTurns {
  const queues: Record<PictureQueue, (() => void)[]> = { uploads: [], thumbnails: [] };
  let isBusy = false;
  let latest: PictureQueue = 'thumbnails';

  function next(): void {
    const first = OTHER[latest];
    const queue = queues[first].length > 0 ? first : latest;
    const start = queues[queue].shift();
    isBusy = start !== undefined;
    latest = queue;
    start?.();
  }

  return {
    async run(queue, work) {
      await new Promise<void>((resolve) => {
        queues[queue].push(resolve);
        if (!isBusy) next();
      });
      try {
        return await work();
      } finally {
        next();
      }
    },
    waiting: (queue) => queues[queue].length,
  };
}
