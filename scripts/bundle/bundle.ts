// Bundles TypeScript of the service to JavaScript (esbuild). Packages stay where they are installed.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { SPREADS_ARE_SLOW, withFastSpreads } from './fast-spreads.ts';

export const root = path.resolve(import.meta.dirname, '../..');

export interface BundleOptions {
  /** Files of the project, by the names of their bundles. */
  entries: Record<string, string>;
  folder: string;
  /**
   * Whether the bundle finds the files of the project relative to its own place, such as the folder `dist` of the
   * project.
   */
  movable: boolean;
  /** Changes the text of a file, such as for a release that does not exist yet. */
  alter?: (file: string, text: string) => string;
}

export interface Bundled {
  /** The files that it is made of, relative to the project. */
  sources: string[];
  /** Names of the packages that it imports. */
  packages: string[];
}

export async function bundle({ entries, folder, movable, alter }: BundleOptions): Promise<Bundled> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: folder,
    bundle: true,
    // Modules that are loaded later are separate chunks.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [placesOfSources(movable ? path.join(root, 'dist') : undefined, alter)],
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  const packages = imported.map(({ path: name }) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  return { sources: Object.keys(metafile.inputs), packages: [...new Set(packages)] };
}

/**
 * Templates and descriptions are beside the sources, so `import.meta` in the bundle has the place of the source.
 * @param from the place of the bundle in the project; undefined for absolute paths
 */
function placesOfSources(from: string | undefined, alter: BundleOptions['alter'] = (_file, text) => text): Plugin {
  const urlOf = (file: string): string => {
    if (from === undefined) return JSON.stringify(pathToFileURL(file).href);
    const place = path.relative(from, file).split(path.sep).join('/');
    return `new URL(${JSON.stringify(place)}, import.meta.url).href`;
  };
  return {
    name: 'places of sources',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        const text = alter(file, await readFile(file, 'utf8'));
        const located = text.replaceAll(/\bimport\.meta\.(url|dirname)\b/g, (_found, member) =>
          member === 'url' ? urlOf(file) : `__toPath(new URL('.', ${urlOf(file)})).slice(0, -1)`,
        );
        // At the end, so that lines keep their numbers.
        const contents =
          located === text ? text : `${located}\nimport { fileURLToPath as __toPath } from 'node:url';\n`;
        return { contents: SPREADS_ARE_SLOW ? withFastSpreads(contents) : contents, loader: 'ts' };
      });
    },
  };
}
