// The imports between folders of `core`, from dependency-cruiser, types included.
import { createRequire } from 'node:module';
import path from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';

/** By folder: the imported folders, each with the imports ("file -> file"). */
export type Folders = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

const FOLDER = /^core\/([^/]+)\//;

/** Files directly in `core` are below all folders. */
const BASE = '*.ts';
const folderOfCore = (file: string): string | undefined =>
  FOLDER.exec(file)?.[1] ?? (/^core\/[^/]+$/.test(file) ? BASE : undefined);

export type Imports = readonly (readonly [from: string, to: string])[];

/** From file to file, by paths from the root of the project. @param root of the project */
export async function readImports(root: string): Promise<Imports> {
  const { options } = createRequire(import.meta.url)('../config/architecture.cjs') as { options: ICruiseOptions };
  const { output } = await cruise(['core', 'handlers', 'scripts'], {
    ...options,
    baseDir: root,
    tsConfig: { fileName: path.join(root, 'tsconfig.json') },
  });
  const { modules } = output as ICruiseResult;
  return modules.flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved] as const));
}

/** The rooms of a folder, without the files in its root, which may be above some and below others. */
export function roomsOf(imports: Imports, folder: string): Folders {
  const room = new RegExp(`^${folder}/([^/]+)/`);
  return foldersOf(imports, (file) => room.exec(file)?.[1]);
}

export function foldersOf(imports: Imports, folderOf: (file: string) => string | undefined = folderOfCore): Folders {
  const folders = new Map<string, Map<string, string[]>>();
  for (const [from, to] of imports) {
    const [folder, other] = [folderOf(from), folderOf(to)];
    if (folder === undefined) continue;
    const imported = folders.get(folder) ?? new Map<string, string[]>();
    folders.set(folder, imported);
    if (other === undefined || other === folder) continue;
    if (!folders.has(other)) folders.set(other, new Map());
    imported.set(other, [...(imported.get(other) ?? []), `${from} -> ${to}`]);
  }
  return folders;
}

/** All direct and indirect dependencies of a folder. */
function reachedFrom(folders: Folders, name: string, reached = new Set<string>()): Set<string> {
  for (const other of folders.get(name)?.keys() ?? []) {
    if (reached.has(other)) continue;
    reached.add(other);
    reachedFrom(folders, other, reached);
  }
  return reached;
}

/** Groups of folders that depend on each other in a cycle, with the imports between them. */
export function cyclesOf(folders: Folders): { names: string[]; imports: string[] }[] {
  const left = new Set([...folders.keys()].filter((name) => reachedFrom(folders, name).has(name)).sort());
  const cycles: { names: string[]; imports: string[] }[] = [];
  for (const name of left) {
    const reached = reachedFrom(folders, name);
    const names = [...left].filter((other) => reached.has(other) && reachedFrom(folders, other).has(name));
    names.forEach((other) => left.delete(other));
    const imports = names.flatMap((from) => names.flatMap((to) => folders.get(from)?.get(to) ?? []));
    cycles.push({ names, imports });
  }
  return cycles;
}

/** Highest first, each folder directly below the lowest of those that import it. @param folders without cycles */
export function layersOf(folders: Folders): string[][] {
  const depths = new Map<string, number>();
  const depthOf = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    const above = [...folders].flatMap(([other, imported]) => (imported.has(name) ? [other] : []));
    const depth = Math.max(0, ...above.map((other) => depthOf(other) + 1));
    depths.set(name, depth);
    return depth;
  };
  const layers: string[][] = [];
  for (const name of [...folders.keys()].sort()) (layers[depthOf(name)] ??= []).push(name);
  return layers;
}

/** A line for each folder, an empty one between layers. @param about description of each folder */
export function pictureOf(layers: readonly (readonly string[])[], about: Readonly<Record<string, string>>): string {
  const width = Math.max(...layers.flat().map((name) => name.length)) + 2;
  const lines = layers.map((names) => names.map((name) => `${name.padEnd(width)}${about[name] ?? ''}\n`).join(''));
  return lines.join('\n');
}
