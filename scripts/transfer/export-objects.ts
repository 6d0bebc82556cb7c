// The objects of a service as lines of an export. Unames replace ids, which belong to one service (D511).
import path from 'node:path';
import pLimit from 'p-limit';
import { CommandError } from '../command-line.ts';
import { makeFolder } from '../../core/disk/make-folder.ts';
import type { ExportLine } from './export-model.ts';
import { readAll, walk, walkPages, type Identifier, type Resource, type Target } from './target.ts';

/** Concurrent reads. */
const AT_ONCE = 16;
/** Identifiers on one line. */
const MOST_ON_A_LINE = 500;

export interface ExportedType {
  name: string;
  /** Its objects have files. */
  hasFiles: boolean;
  relations: readonly ExportedRelation[];
}

/** A side of a relation. */
interface ExportedRelation {
  name: string;
  /** Lines contain links from the left; for the other side only their order. */
  side: 'left' | 'right' | 'both';
}

export interface ExportedObject {
  line: ExportLine;
  /** Lines after all objects. */
  later: ExportLine[];
}

interface FileFolder {
  /** Folder of the files. */
  path: string;
  /** The same, as lines contain it. */
  name: string;
}

/** The types of exported objects, folders first: most links then lead to earlier lines. */
export async function exportedTypes(target: Target): Promise<ExportedType[]> {
  const rows = await readAll(target, '/model/object_types?sort=id');
  const byName = new Map(rows.map((row) => [String(row.attributes['name']), row]));
  const sides = new Map<string, ExportedRelation['side']>();
  for await (const { attributes } of walk(target, '/model/relations?sort=id')) {
    const [name, inverse] = [String(attributes['name']), String(attributes['inverse_name'])];
    sides.set(name, name === inverse ? 'both' : 'left');
    if (name !== inverse) sides.set(inverse, 'right');
  }
  const hasFiles = (row: Resource | undefined): boolean =>
    row !== undefined &&
    ((row.attributes['associations'] as string[] | null)?.includes('Streams') === true ||
      hasFiles(byName.get(String(row.attributes['parent_name']))));
  const rank = ({ name, hasFiles }: ExportedType): number => (name === 'folders' ? 0 : hasFiles ? 1 : 2);
  return rows
    .filter(({ attributes }) => attributes['is_abstract'] === false && attributes['enabled'] === true)
    .map((row) => ({
      name: String(row.attributes['name']),
      hasFiles: hasFiles(row),
      relations: ((row.meta['relations'] as string[] | undefined) ?? []).flatMap((name) => {
        const side = sides.get(name);
        return side ? [{ name, side }] : [];
      }),
    }))
    .sort((a, b) => rank(a) - rank(b));
}

/** Labels belong to the category or tag, whose line contains them. */
const ofObject = (label: unknown): unknown => {
  const { name, params } = label as { name: string; params?: unknown };
  return params === undefined || params === null ? { name } : { name, params };
};

function attributesOf({ attributes }: Resource): Record<string, unknown> {
  const { categories, tags, ...rest } = attributes;
  return {
    ...rest,
    ...(Array.isArray(categories) && { categories: categories.map(ofObject) }),
    ...(Array.isArray(tags) && { tags: tags.map(ofObject) }),
  };
}

/** All objects of a type, in the order of their ids. */
export async function* exportObjects(
  target: Target,
  type: ExportedType,
  files: FileFolder | undefined,
): AsyncGenerator<ExportedObject> {
  const limit = pLimit(AT_ONCE);
  const count = type.relations.length > 0 ? '&count=all' : '';
  for await (const { data } of walkPages(target, `/${type.name}?sort=id${count}`)) {
    yield* await Promise.all(data.map((object) => limit(() => exportObject(target, { type, object, files }))));
  }
}

async function exportObject(
  target: Target,
  { type, object, files }: { type: ExportedType; object: Resource; files: FileFolder | undefined },
): Promise<ExportedObject> {
  const uname = String(object.attributes['uname']);
  const relationships: Record<string, { data: unknown }> = {};
  const later: ExportLine[] = [];
  const laterOf = (name: string, data: Identifier[]): void => {
    for (const part of chunks(data))
      later.push({ type: type.name, id: uname, relationships: { [name]: { data: part } } });
  };
  for (const relation of type.relations.filter((each) => hasExportedOrder(object, each))) {
    const data = await linksOf(target, object, relation);
    if (relation.side === 'right') laterOf(relation.name, data);
    else relationships[relation.name] = { data };
  }
  if (type.name === 'folders') laterOf('children', await childrenOf(target, object));
  const streams = type.hasFiles && files ? await filesOf(target, object, files) : [];
  if (streams.length > 0) relationships['streams'] = { data: streams };
  const line: ExportLine = {
    type: type.name,
    id: uname,
    attributes: attributesOf(object),
    ...(Object.keys(relationships).length > 0 && { relationships }),
    ...(object.meta['locked'] === true && { meta: { locked: true } }),
  };
  return { line, later };
}

/** The order of the other side is exported for two links or more. */
const hasExportedOrder = ({ relationships }: Resource, { name, side }: ExportedRelation): boolean =>
  (relationships?.[name]?.meta?.count ?? 0) >= (side === 'right' ? 2 : 1);

function chunks<T>(list: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < list.length; at += MOST_ON_A_LINE) parts.push(list.slice(at, at + MOST_ON_A_LINE));
  return parts;
}

const relationOf = ({ meta }: Resource): Record<string, unknown> => (meta['relation'] ?? {}) as Record<string, unknown>;

const identifier = ({ type, attributes }: Resource, relation: Record<string, unknown>): Identifier => ({
  type,
  id: String(attributes['uname']),
  ...(Object.keys(relation).length > 0 && { meta: { relation } }),
});

/** The params of a link, without its position, which is that in the list. */
async function linksOf(target: Target, object: Resource, { name, side }: ExportedRelation): Promise<Identifier[]> {
  const data: Identifier[] = [];
  for await (const other of walk(target, `/${object.type}/${object.id}/${name}?fields=uname,relation`)) {
    const { priority, params } = relationOf(other);
    const isPlain = side === 'left' && priority === data.length + 1;
    const withParams = side !== 'right' && params !== null && params !== undefined;
    data.push(identifier(other, { ...(!isPlain && { priority }), ...(withParams && { params }) }));
  }
  return data;
}

/** In the order of the tree. */
async function childrenOf(target: Target, folder: Resource): Promise<Identifier[]> {
  const positionOf = (child: Resource): number => Number(relationOf(child)['position']);
  const children = await readAll(target, `/folders/${folder.id}/children?fields=uname,relation`);
  children.sort((a, b) => positionOf(a) - positionOf(b));
  return children.map((child) => {
    const { menu, canonical, params, slug } = relationOf(child);
    const shown = { menu, canonical, params, slug };
    return identifier(child, Object.fromEntries(Object.entries(shown).filter(([, value]) => Boolean(value))));
  });
}

/** Writes the files of an object, all versions. */
async function filesOf(target: Target, object: Resource, folder: FileFolder): Promise<unknown[]> {
  const streams = await readAll(target, `/${object.type}/${object.id}/streams`);
  streams.sort((a, b) => Number(a.meta['version']) - Number(b.meta['version']));
  if (streams.length > 0) await makeFolder(folder.path);
  const data: unknown[] = [];
  for (const { id, attributes, meta } of streams) {
    const { file_name, mime_type } = attributes;
    const { hash_sha1, private_url } = meta;
    // By content, so that two exports are equal; without characters of the name that are unsafe on this machine.
    const ending = /\.[a-z0-9]{1,8}$/i.exec(String(file_name))?.[0] ?? '';
    // A hostile service could otherwise name a file anywhere on this machine.
    if (!/^[0-9a-f]{40}$/.test(String(hash_sha1))) throw new CommandError('a file has no SHA-1');
    const name = `${String(hash_sha1)}${ending}`;
    await target.download(`/streams/download/${id}`, path.join(folder.path, name));
    const fileMeta = {
      file: `${folder.name}/${name}`,
      file_name,
      mime_type,
      ...(private_url === true && { private_url }),
    };
    data.push({ type: 'streams', id: String(hash_sha1), meta: fileMeta });
  }
  return data;
}

/** Translations and annotations, in the order of their ids. */
export async function* exportAttached(
  target: Target,
  type: 'translations' | 'annotations',
): AsyncGenerator<ExportLine> {
  for await (const { data, included = [] } of walkPages(target, `/${type}?include=object&sort=id`)) {
    const objects = new Map(included.map((object) => [object.id, object]));
    for (const { attributes, relationships } of data) {
      const linkage = relationships?.['object']?.data as Identifier | undefined;
      const object = linkage && objects.get(linkage.id);
      if (!object) continue;
      const { object_id: _id, ...rest } = attributes;
      const uname = String(object.attributes['uname']);
      const name = type === 'translations' ? String(rest['lang']) : String(rest['description']).slice(0, 20);
      yield {
        type,
        id: `${uname}/${name}`,
        attributes: rest,
        relationships: { object: { data: { type: object.type, id: uname } } },
      };
    }
  }
}
