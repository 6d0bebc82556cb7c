// Reads of the databases by the benchmark: copies of the service's documents for the floors, values for requests, and
// counters of the database server.
import type { Db, Document, MongoClient } from 'mongodb';
import { sparesOf, type BenchData, type Structure } from './cases.ts';
import type { Filled } from './fill/fill-service.ts';
import { LARGE_FOLDER, TOP_FOLDER } from './fill/fill-structure.ts';
import { issueToken } from './tokens.ts';

/** Fields of the service's documents that a floor has no use for. */
const INTERNAL = ['type', 'trashed', 'revision', 'fence', 'link_fence', 'audiences'];

/** Gives a floor the objects of the service, without what only the service needs. */
export async function copyDocuments(service: Db, floor: Db, { editorId, authorId }: Filled): Promise<void> {
  const copy = (from: string, to: string, stages: Document[]): Promise<unknown> =>
    service
      .collection(from)
      .aggregate([...stages, { $out: { db: floor.databaseName, coll: to } }])
      .toArray();
  for (const type of ['documents', 'news']) {
    const flat = { $replaceWith: { $mergeObjects: ['$$ROOT', '$custom'] } };
    await copy(`documents.${type}`, type, [flat, { $unset: [...INTERNAL, 'custom'] }]);
  }
  await copy('documents.folders', 'folders', [
    { $lookup: { from: 'trees', localField: '_id', foreignField: 'object_id', as: 'place' } },
    { $set: { ancestors: { $first: '$place.ancestors' } } },
    { $unset: [...INTERNAL, 'place'] },
  ]);
  await copy('object_relations', 'links', [
    { $project: { from: '$left_id', to: '$right_id', priority: 1, inv_priority: 1, params: 1 } },
  ]);
  await copy('trees', 'places', [
    { $match: { 'object.type': 'documents' } },
    { $replaceWith: { $mergeObjects: ['$$ROOT', '$object'] } },
    { $unset: [...INTERNAL, 'path', 'ancestors', 'object'] },
  ]);
  const [newest] = await floor.collection<{ _id: number }>('documents').find().sort({ _id: -1 }).limit(1).toArray();
  await floor
    .collection<{ _id: string; last: number }>('counters')
    .insertOne({ _id: 'documents', last: newest?._id ?? 0 });
  await floor.collection<{ _id: number; status: string; roles: string[] }>('users').insertMany([
    { _id: editorId, status: 'on', roles: ['editor'] },
    { _id: authorId, status: 'on', roles: ['author'] },
  ]);
}

/** Values from the database; the page size comes from the service. */
type StoredData = Omit<BenchData, 'cursor' | 'hasOptionalTotal' | 'listTag'>;

/** Values for the requests, read from the service's database. */
export async function readBenchData(
  service: Db,
  settings: Record<string, string>,
  { editorId, authorId, withoutIndex }: Filled,
): Promise<StoredData> {
  const documents = service.collection<{ _id: number }>('documents.documents');
  const now = new Date();
  const published = { status: 'on', visible_from: { $lte: now }, visible_to: { $gte: now } };
  const publicIds = await documents.distinct('_id', published);
  const lasting = publicIds.slice(0, publicIds.length - sparesOf({ publicIds }));
  return {
    count: await documents.countDocuments(),
    publicIds,
    tokens: { editor: await issueToken(settings, editorId), author: await issueToken(settings, authorId) },
    structure: await readStructure(service, new Set(lasting)),
    withoutIndex,
  };
}

/** Documents with so many links have more of them than a page shows; among few documents there may be none. */
const MANY_LINKS = 30;

/** @param lasting public documents that no case deletes */
async function readStructure(service: Db, lasting: ReadonlySet<number>): Promise<Structure | undefined> {
  const objects = service.collection<{ _id: number; uname: string }>('objects');
  const [large, top] = await Promise.all([LARGE_FOLDER, TOP_FOLDER].map((uname) => objects.findOne({ uname })));
  if (!large || !top) return undefined;
  const linked = await service
    .collection('object_relations')
    .aggregate<{ _id: number; count: number }>([
      { $group: { _id: '$left_id', count: { $sum: 1 } } },
      { $sort: { count: -1, _id: 1 } },
    ])
    .toArray();
  const seen = linked.filter(({ _id }) => lasting.has(_id));
  const many = seen.filter(({ count }) => count > MANY_LINKS);
  const linkedIds = (many.length > 0 ? many : seen.slice(0, 1)).map(({ _id }) => _id);
  return { linkedIds, folderId: large._id, topId: top._id };
}

/** Counters of the database server so far. */
export interface DatabaseUse {
  /** Processor time, microseconds. */
  cpu: number;
  /** Keys of indexes and documents that queries have examined. */
  keys: number;
  documents: number;
  /** Commands that have been run, by name. */
  commands: ReadonlyMap<string, number>;
}

export async function databaseUse(client: MongoClient): Promise<DatabaseUse> {
  const { extra_info: info, metrics } = (await client.db('admin').command({ serverStatus: 1 })) as {
    extra_info: { user_time_us?: number; system_time_us?: number };
    metrics: {
      queryExecutor: { scanned: number; scannedObjects: number };
      commands: Record<string, { total?: number }>;
    };
  };
  const { scanned, scannedObjects } = metrics.queryExecutor;
  const cpu = Number(info.user_time_us ?? 0) + Number(info.system_time_us ?? 0);
  const counted = Object.entries(metrics.commands).map(([name, { total = 0 }]) => [name, Number(total)] as const);
  return { cpu, keys: Number(scanned), documents: Number(scannedObjects), commands: new Map(counted) };
}
