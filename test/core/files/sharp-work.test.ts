// The order of work when many pictures wait (core/files/media/sharp-work.ts).
import { describe, expect, it } from 'vitest';
import {
  isQueueFull,
  MAX_PICTURES_WAITING,
  pictureWork,
  type PictureTask,
} from '../../../core/files/media/sharp-work.ts';

describe('work on pictures', () => {
  it.each<[PictureTask, PictureTask]>([
    ['thumbnail', 'upload'],
    ['upload', 'thumbnail'],
  ])('for many: %s, one %s can run in between', async (many, other) => {
    const done: string[] = [];
    let most = 0;
    let underWay = 0;
    const work = (task: PictureTask) =>
      pictureWork(task, async () => {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay--;
        done.push(task);
      });
    const flood = Array.from({ length: MAX_PICTURES_WAITING + 1 }, () => work(many));
    await Promise.all([...flood, work(other)]);
    expect(done.indexOf(other)).toBeLessThan(3);
    expect([done.length, most]).toEqual([MAX_PICTURES_WAITING + 2, 1]);
  });

  it('is refused with Retry-After when many wait, and continues after a failure', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const first = pictureWork('upload', () => gate.then(() => Promise.reject(new Error('broken'))));
    const others = Array.from({ length: MAX_PICTURES_WAITING }, () => pictureWork('upload', () => Promise.resolve(1)));
    await new Promise((resolve) => setImmediate(resolve));
    expect([isQueueFull('upload'), isQueueFull('thumbnail')]).toEqual([true, false]);
    open();
    await expect(first).rejects.toThrow('broken');
    expect(await Promise.all(others)).toHaveLength(MAX_PICTURES_WAITING);
    expect(isQueueFull('upload')).toBe(false);
  });
});
