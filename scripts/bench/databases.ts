// Fills the databases of the benchmark: the service's through its own writer, so that every row, counter and index is
// real; the floors' with copies of the documents it made.
import type { Db, Document, MongoClient } from 'mongodb';
import { createAccessTokens } from '../../core/accounts/tokens.ts';
import { systemClock } from '../../core/clock.ts';
import { readConfig } from '../../core/config.ts';
import { OWN_CONTEXT, type RequestContext } from '../../core/context.ts';
import { createLog } from '../../core/log.ts';
import { createObject } from '../../core/objects/write-objects.ts';
import { openService } from '../open-service.ts';
import type { BenchData, Structure } from './cases.ts';
import { fillStructure, LARGE_FOLDER, TOP_FOLDER } from './fill-structure.ts';
import { sampleAttributes } from './sample-documents.ts';

const AT_ONCE = 200;
const STEP_MS = 60_000;

export const byAdministrator: RequestContext = {
  ...OWN_CONTEXT,
  caller: { userId: 1, roles: new Set([1]), isAdmin: true, applicationId: null },
};

/** A clock that goes on by a minute at each look, so that documents have dates of their own. */
function steppingClock() {
  let now = Date.UTC(2024, 0, 1);
  return { now: () => new Date((now += STEP_MS)) };
}

export interface Filling {
  documents: number;
  /** So many documents are below one folder; undefined for all that there are otherwise. */
  subtree: number | undefined;
  /** Links and folders are made too. */
  structure: boolean;
}

/** Makes the documents in the service's database. @returns the revision of their schema */
export async function fillService(
  settings: Record<string, string>,
  { documents: count, subtree, structure }: Filling,
): Promise<string> {
  const config = readConfig(settings);
  const mongodbUri = config.mongodbUri ?? '';
  const service = await openService({ config, mongodbUri, log: createLog('warn'), clock: steppingClock() });
  const { objects, modelService } = service.services;
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count)
      await createObject(objects, { typeName: 'documents', attributes: sampleAttributes(next++) }, byAdministrator);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (structure) await fillStructure(objects, subtree, byAdministrator);
  const revision = modelService.current().types.get('documents')?.revision ?? '';
  await service.close();
  return revision;
}

/** Gives a floor the documents of the service, without what only the service needs. */
export async function copyDocuments(service: Db, floor: Db): Promise<void> {
  const copy = (from: string, to: string, stages: Document[]): Promise<unknown> =>
    service
      .collection(from)
      .aggregate([...stages, { $out: { db: floor.databaseName, coll: to } }])
      .toArray();
  const internal = ['type', 'visible_from', 'visible_to', 'audiences', 'trashed', 'revision', 'fence'];
  await copy('documents.documents', 'documents', [{ $unset: internal }]);
  await copy('object_relations', 'links', [
    { $project: { from: '$left_id', to: '$right_id', priority: 1, inv_priority: 1, params: 1 } },
  ]);
  await copy('trees', 'places', [
    { $match: { 'object.type': 'documents' } },
    { $set: { status: '$object.status' } },
    { $unset: ['path', 'ancestors', 'fence', 'object'] },
  ]);
  await copy('trees', 'folders', [
    { $match: { 'object.type': 'folders' } },
    { $project: { _id: '$object_id', status: '$object.status', ancestors: 1 } },
  ]);
  const [newest] = await floor.collection<{ _id: number }>('documents').find().sort({ _id: -1 }).limit(1).toArray();
  await floor
    .collection<{ _id: string; last: number }>('counters')
    .insertOne({ _id: 'documents', last: newest?._id ?? 0 });
  await floor
    .collection<{ _id: number }>('users')
    .insertOne({ _id: 1, status: 'on', roles: ['admin'] } as { _id: number });
}

export async function administratorToken(settings: Record<string, string>): Promise<string> {
  const { jwtSecret } = readConfig(settings);
  const tokens = createAccessTokens({ secret: jwtSecret, ttl: 86_400, issuer: 'colophon' }, systemClock);
  return (await tokens.issue({ userId: 1, applicationId: null, generation: 0 })).token;
}

/** What the requests are made of, read from the service's database. */
export async function readBenchData(service: Db, settings: Record<string, string>): Promise<BenchData> {
  const documents = service.collection<{ _id: number }>('documents.documents');
  const publicIds = await documents.distinct('_id', { status: 'on' });
  const token = await administratorToken(settings);
  const structure = await readStructure(service, new Set(publicIds));
  return { count: await documents.countDocuments(), publicIds, token, structure };
}

/** Documents with so many links have more of them than a page shows; among few documents there may be none. */
const MANY_LINKS = 30;

async function readStructure(service: Db, publicIds: ReadonlySet<number>): Promise<Structure | undefined> {
  const unames = service.collection<{ _id: string; object_id: number }>('unames');
  const [large, top] = await Promise.all([LARGE_FOLDER, TOP_FOLDER].map((_id) => unames.findOne({ _id })));
  if (!large || !top) return undefined;
  const linked = await service
    .collection('object_relations')
    .aggregate<{ _id: number; count: number }>([
      { $group: { _id: '$left_id', count: { $sum: 1 } } },
      { $sort: { count: -1, _id: 1 } },
    ])
    .toArray();
  const seen = linked.filter(({ _id }) => publicIds.has(_id));
  const many = seen.filter(({ count }) => count > MANY_LINKS);
  const linkedIds = (many.length > 0 ? many : seen.slice(0, 1)).map(({ _id }) => _id);
  return { linkedIds, folderId: large.object_id, topId: top.object_id };
}

/** Processor time that the database server has used so far, in microseconds. */
export async function databaseCpu(client: MongoClient): Promise<number> {
  const status = await client.db('admin').command({ serverStatus: 1 });
  const info = status['extra_info'] as { user_time_us?: number; system_time_us?: number };
  return Number(info.user_time_us ?? 0) + Number(info.system_time_us ?? 0);
}
