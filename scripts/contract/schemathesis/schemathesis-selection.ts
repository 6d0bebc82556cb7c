/** The part of a live description that Schemathesis tests: all of it, or a representative part in a short run. */
import { readFile } from 'node:fs/promises';
import { METHODS, nodeAt, type Node, type OpenApiDocument } from '../../../core/description/openapi-document.ts';

/** The one shipped type of a short run: it has every feature of a type, files included. */
const SAMPLE_TYPE = 'images';

/** Shorter runs test one shipped type and one of the project, and only hint at refusals that no schema explains. */
const MINUTES_FOR_ALL = 30;
export const isShort = ({ minutes }: { minutes: number }): boolean => minutes < MINUTES_FOR_ALL;

interface Forbidden {
  /** Upper case. */
  methods: readonly string[];
  path: RegExp;
  why: string;
}

/**
 * Operations that could end the run itself, or disturb others. Of accounts, roles, access rules and the model it changes and
 * removes only its own resources (schemathesis_hooks.py).
 */
const FORBIDDEN: readonly Forbidden[] = [
  {
    methods: ['POST'],
    path: /^\/admin\/endpoint(s|_permissions)$/,
    why: 'they decide the permissions of the run itself',
  },
  { methods: ['POST'], path: /^\/admin\/config$/, why: 'entries such as RateLimit hold for the run itself' },
  { methods: ['POST'], path: /^\/(auth\/change|signup)$/, why: 'strangers would get mail' },
  { methods: ['DELETE'], path: /^\/auth\/sessions$/, why: 'it ends the session of the run itself' },
];

export interface Selection {
  document: OpenApiDocument;
  operations: number;
  /** operationIds that are described, but not tested. */
  excluded: string[];
  /** `POST /auth: why`, of operations that are left out on purpose. */
  leftOut: string[];
}

const firstSegment = (path: string): string => path.split('/')[1] ?? '';

/** Types with paths from the template, in the order of the description. */
function typesOf(paths: readonly string[]): string[] {
  const cloned = paths.filter((path) => /^\/[^/]+\/\{object_id\}\/actions\/clone$/.test(path));
  return cloned.map(firstSegment).filter((name) => name !== 'folders');
}

const readDescription = async (name: string): Promise<string[]> => {
  const text = await readFile(new URL(`../../../generated/${name}`, import.meta.url), 'utf8');
  return Object.keys(nodeAt(JSON.parse(text) as OpenApiDocument, 'paths'));
};

export async function selectOperations(
  live: OpenApiDocument,
  { minutes, readOnly }: { minutes: number; readOnly: boolean },
): Promise<Selection> {
  const all = Object.entries(nodeAt(live, 'paths')) as [string, Node][];
  const types = typesOf(all.map(([path]) => path));
  const shipped = new Set(typesOf(await readDescription('openapi.expanded.json')));
  const own = types.find((type) => !shipped.has(type));
  // Some are hand-written beside those of a type, such as /media/thumbs.
  const byHand = new Set(await readDescription('openapi.json'));
  const isLeftOut = (path: string): boolean =>
    isShort({ minutes }) &&
    !byHand.has(path) &&
    types.includes(firstSegment(path)) &&
    ![SAMPLE_TYPE, own].includes(firstSegment(path));
  const leftOut: string[] = [];
  const excluded: string[] = [];
  let operations = 0;
  const chosen = all.flatMap(([path, item]): [string, Node][] => {
    if (isLeftOut(path)) return [];
    for (const [method, operation] of Object.entries(item)) {
      if (!METHODS.includes(method)) continue;
      const verb = method.toUpperCase();
      const forbidden = FORBIDDEN.find((each) => each.methods.includes(verb) && each.path.test(path));
      if (!forbidden && (!readOnly || verb === 'GET')) operations += 1;
      else excluded.push(String((operation as Node)['operationId']));
      if (forbidden && !readOnly) leftOut.push(`${verb} ${path}: ${forbidden.why}`);
    }
    return [[path, item]];
  });
  return { document: { ...live, paths: Object.fromEntries(chosen) }, operations, excluded, leftOut };
}
