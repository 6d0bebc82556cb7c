// Carries out the steps of a Dockerfile in folders, where there is no Docker: FROM, WORKDIR, COPY, RUN, ENV and what starts it.
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { runCommand } from '../sdk/run-command.ts';

interface Stage {
  /** The folder in place of `/` of the image. */
  root: string;
  workFolder: string;
  settings: Record<string, string>;
  healthCheck: string[];
  entryPoint: string[];
}

interface Instruction {
  name: string;
  text: string;
}

/** Lines that end with a backslash continue; comments between them are omitted. */
export function readInstructions(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  const joined = lines.join('\n').replaceAll(/\\\n\s*/g, '');
  return joined.split('\n').flatMap((line) => {
    const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return name === undefined || rest === undefined ? [] : [{ name, text: rest }];
  });
}

const within = ({ root, workFolder }: Stage, place: string): string =>
  path.join(root, place.startsWith('/') ? place : path.join(workFolder, place));

/** A list in JSON; npm and node of the image are those of this machine. */
const programOf = (json: string): string[] =>
  (JSON.parse(json) as string[]).map((part) => (part === '/nodejs/bin/node' ? process.execPath : part));

/**
 * @param context folder that COPY reads
 * @param left which of its files are left out
 * @param folder gets a folder for each stage
 * @returns the last stage
 * @throws Error for a step that fails, or an instruction that is not known here
 */
export async function buildStages(
  file: string,
  { context, left, folder }: { context: string; left: (file: string) => boolean; folder: string },
): Promise<Stage> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;

  async function copy(current: Stage, text: string): Promise<void> {
    const words = text.split(' ');
    const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    const places = words.filter((word) => !word.startsWith('--'));
    const target = places.at(-1) ?? '';
    const source = from === undefined ? undefined : stages.get(from);
    if (from !== undefined && !source) throw new Error(`COPY --from names no stage: ${from}`);
    for (const place of places.slice(0, -1)) {
      const origin = source ? within(source, place) : path.join(context, place);
      const isFolder = (await stat(origin)).isDirectory();
      // The contents of a folder are copied; a file goes into a folder that ends with a slash.
      const isInto = !isFolder && (target.endsWith('/') || target === '.');
      const goal = within(current, isInto ? path.join(target, path.basename(place)) : target);
      await makeFolder(path.dirname(goal));
      const filter = source ? undefined : (each: string): boolean => !left(path.relative(context, each));
      await cp(origin, goal, { recursive: true, verbatimSymlinks: true, ...(filter && { filter }) });
    }
  }

  const steps: Record<string, (current: Stage, text: string) => void | Promise<unknown>> = {
    async WORKDIR(current, text) {
      current.workFolder = text;
      await makeFolder(within(current, '.'));
    },
    COPY: copy,
    RUN(current, text) {
      // Folders of the root that steps name are those of the stage.
      const command = text.replaceAll(/(?<= )\/(?=[a-z])/g, `${current.root}/`);
      return runCommand('sh', ['-ec', command], { cwd: within(current, '.'), env: current.settings });
    },
    ENV(current, text) {
      for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) current.settings[name] = value;
    },
    HEALTHCHECK(current, text) {
      current.healthCheck = programOf(/ CMD (\[.*\])$/.exec(text)?.[1] ?? '');
    },
    ENTRYPOINT(current, text) {
      current.entryPoint = programOf(text);
    },
    USER: () => undefined,
    VOLUME: () => undefined,
    EXPOSE: () => undefined,
  };

  for (const { name, text } of readInstructions(await readFile(file, 'utf8'))) {
    if (name === 'FROM') {
      const alias = / AS (\S+)$/.exec(text)?.[1] ?? 'image';
      const root = path.join(folder, alias);
      stage = { root, workFolder: '/', settings: {}, healthCheck: [], entryPoint: [] };
      await mkdir(root);
      stages.set(alias, stage);
    } else {
      const step = steps[name];
      if (!step || !stage) throw new Error(`${name} is not known here`);
      await step(stage, text);
    }
  }
  if (!stage) throw new Error(`${file} has no FROM`);
  return stage;
}
