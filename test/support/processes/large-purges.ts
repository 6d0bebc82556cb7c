// A service that leaves the purge of a folder with more than three children to a job, which tests run themselves.
import { expect } from 'vitest';
import type { Continued } from '../../../core/jobs/job-services.ts';
import { createLargePurges } from '../../../core/objects/trash/large-purges.ts';
import type { AsyncJobRow } from '../../../core/store/store.ts';
import { openTestService, type ResourceData, type TestService } from '../service.ts';
import { assertTotals } from '../database/stored.ts';
import { documentMaker, folderMaker, item } from '../writes/tree-world.ts';
import { faultLines } from '../database/verified.ts';

/** Children of a folder that are purged in one transaction. */
export const ABOVE = 3;

export interface PurgeWorld {
  test: TestService;
  folder: ReturnType<typeof folderMaker>;
  document: ReturnType<typeof documentMaker>;
  purges: Continued;
  /** Of purges, since the last call of `assertSound`. */
  jobs(): Promise<AsyncJobRow[]>;
  theJob(): Promise<AsyncJobRow>;
  run(job: AsyncJobRow): Promise<string[]>;
  /** Rows of purged folders. */
  marked(): Promise<number>;
  /** Adds children to a folder. */
  place(to: ResourceData, ...objects: Pick<ResourceData, 'id' | 'type'>[]): Promise<void>;
  /** Trashes and purges a folder. */
  purge(top: ResourceData): Promise<void>;
  /** A folder with a folder in it and some documents in both. */
  filled(count?: number): Promise<{ top: ResourceData; sub: ResourceData; inside: ResourceData[] }>;
  setAbove(children: number): void;
  /** After any request, the database is consistent. */
  assertSound(): Promise<void>;
}

export async function openLargePurges(): Promise<PurgeWorld> {
  const test = await openTestService();
  const { store, objects, access, trash } = test.service.services;
  const earlier: string[] = [];
  Object.assign(trash.largePurges, { above: ABOVE });
  const folder = folderMaker(() => test.admin);
  const document = documentMaker(() => test.admin);
  const purges = createLargePurges(objects, { accessOf: (caller) => access.current().accessOf(caller) });
  const jobs = (): Promise<AsyncJobRow[]> =>
    store.asyncJobs
      .find({ service: purges.service.name, _id: { $nin: earlier } })
      .sort({ $natural: 1 })
      .toArray();
  const place: PurgeWorld['place'] = async (to, ...children) => {
    for (let at = 0; at < children.length; at += 100) {
      const data = children.slice(at, at + 100).map((object) => item(object));
      expect((await test.admin.post(`/folders/${to.id}/relationships/children`, { data })).status).toBe(200);
    }
  };
  return {
    test,
    folder,
    document,
    purges,
    jobs,
    async theJob() {
      const found = await jobs();
      expect(found).toHaveLength(1);
      return found[0] as AsyncJobRow;
    },
    run: (job) => purges.service.run(job, new AbortController().signal),
    marked: () => store.trees.countDocuments({ purged_with: { $exists: true } }),
    place,
    async purge(top) {
      expect((await test.admin.delete(`/folders/${top.id}`)).status).toBe(204);
      expect((await test.admin.delete(`/trash/${top.id}`)).status).toBe(204);
    },
    async filled(count = ABOVE + 1) {
      const top = await folder('Top');
      const sub = await folder('Sub', top);
      const inside: ResourceData[] = [];
      for (let number = 1; number <= count; number++) inside.push(await document(`Document ${number}`));
      await place(top, ...inside.filter((_each, index) => index % 2 === 0));
      await place(sub, ...inside.filter((_each, index) => index % 2 === 1));
      return { top, sub, inside };
    },
    setAbove: (above) => void Object.assign(trash.largePurges, { above }),
    async assertSound() {
      earlier.push(...(await jobs()).map(({ _id }) => _id));
      expect(await faultLines(test)).toEqual([]);
      await assertTotals(store, 'documents');
    },
  };
}
