// Fills the service's database through its writer, so that every row, counter and index is that of the service.
import { ADMIN_ROLE_ID } from '../../../core/access/access-rules.ts';
import { readConfig } from '../../../core/config/config.ts';
import { SERVICE_CONTEXT, type RequestContext } from '../../../core/context.ts';
import { createLog } from '../../../core/log.ts';
import type { ObjectServices } from '../../../core/objects/object-services.ts';
import { createObject } from '../../../core/objects/writing/write-objects.ts';
import { openService } from '../../../core/service/open-service.ts';
import { fillStructure } from './fill-structure.ts';
import { setUpOverHttp, type SetUp } from '../http-set-up.ts';
import { sampleCount, sampleObject } from './sample-documents.ts';
import { administratorToken } from '../tokens.ts';

const AT_ONCE = 200;
const STEP_MS = 60_000;

const byUser = (userId: number, roleId: number): RequestContext => ({
  ...SERVICE_CONTEXT,
  caller: { userId, roles: new Set([roleId]), isAdmin: roleId === ADMIN_ROLE_ID, applicationId: null },
});

export const byAdministrator: RequestContext = byUser(1, ADMIN_ROLE_ID);

/**
 * A clock that advances by a minute at each reading once it is started, so that documents have different dates. Before it stands:
 * the locks of jobs end by it.
 */
function steppingClock() {
  let [now, step] = [Date.UTC(2024, 0, 1), 0];
  return { now: () => new Date((now += step)), start: () => void (step = STEP_MS) };
}

export interface Filled extends SetUp {
  /** Revisions of the schemas, by type. */
  revisions: Record<string, string>;
}

async function createSamples(objects: ObjectServices, documents: number, byAuthor: RequestContext): Promise<void> {
  const count = sampleCount(documents);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const { typeName, attributes, isAuthors } = sampleObject(next++, count);
      await createObject(objects, { typeName, attributes }, isAuthors ? byAuthor : byAdministrator);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** @param structure links and folders are made too */
export async function fillService(
  settings: Record<string, string>,
  { documents, structure }: { documents: number; structure: boolean },
): Promise<Filled> {
  const config = readConfig(settings);
  const mongodbUri = config.mongodbUri ?? '';
  const clock = steppingClock();
  const service = await openService({ config, mongodbUri, log: createLog('error'), clock });
  const { objects, modelService } = service.services;
  const setUp = await setUpOverHttp(service.app, await administratorToken(settings));
  clock.start();
  await createSamples(objects, documents, byUser(setUp.authorId, setUp.authorRoleId));
  if (structure) await fillStructure(objects, byAdministrator);
  const types = [...modelService.current().types];
  await service.close();
  return { ...setUp, revisions: Object.fromEntries(types.map(([name, { revision }]) => [name, revision])) };
}
