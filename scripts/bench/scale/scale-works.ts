// The measurements of a scale run: requests over one connection, one after the other, on objects that all sizes have.
import { RARE_WORD, FREQUENT_WORD } from '../fill/sample-documents.ts';
import { folderUname, kindOf, RELATION, unameOf, type ScalePlan } from './scale-plan.ts';

/** As the setting of the measured services says. */
export const COUNT_LIMIT = 1_000;

export interface ScaleRequest {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
}

export interface ScaleWorld {
  plan: ScalePlan;
  /** By uname. */
  idOf(uname: string): string;
  /** Ids of objects that an earlier step of this run has created: their places are new, also in databases that are kept. */
  made: string[];
  password: string;
}

interface Work {
  title: string;
  /** So many times at most. */
  most?: number;
  /** The response is a new object. */
  makes?: true;
  request(world: ScaleWorld, turn: number): ScaleRequest;
}

export interface ScaleWork extends Work {
  /** Its cost should not depend on how much there is. */
  isFlat: boolean;
}

/** A published object far from that of the turn before, among a thousand that are spread over all: caches are warm for all sizes. */
function anyNumber({ plan }: Pick<ScaleWorld, 'plan'>, turn: number): number {
  const spread = Math.max(1, Math.floor(plan.objects / 1_000));
  const number = (((turn * 7919) % 1_000) * spread) % plan.objects;
  return number % 3 === 2 ? (number + 1) % plan.objects : number;
}

const read = (path: string): ScaleRequest => ({ method: 'GET', path });
const objectPath = (world: ScaleWorld, number: number): string => `/${kindOf(number)}/${world.idOf(unameOf(number))}`;
/** So few that the first round has read each: the first access to a folder reads pages of 20 collections from disk. */
const SMALL_FOLDERS = 20;

const smallFolderUname = ({ folders }: ScalePlan, turn: number): string =>
  folderUname(2 + (((turn % SMALL_FOLDERS) * 7919) % (folders - 2)));

const smallFolder = (world: ScaleWorld, turn: number): string => world.idOf(smallFolderUname(world.plan, turn));

let serial = Date.now();

/** Their cost should not depend on how much there is. */
const FLAT: readonly Work[] = [
  { title: 'GET one object', request: (world, turn) => read(objectPath(world, anyNumber(world, turn))) },
  { title: 'first page of a type', request: () => read('/kind_1') },
  { title: 'first page of all types', request: () => read('/objects') },
  { title: 'list with included relations', request: () => read(`/kind_1?include=${RELATION}`) },
  {
    title: 'related objects',
    request: (world, turn) => read(`${objectPath(world, anyNumber(world, turn))}/${RELATION}`),
  },
  {
    title: 'children of a small folder',
    request: (world, turn) => read(`/folders/${smallFolder(world, turn)}/children`),
  },
  {
    title: 'children of the largest folder, without their total',
    request: (world) => read(`/folders/${world.idOf(folderUname(1))}/children?page[total]=none`),
  },
  { title: 'search, rare word', request: () => read(`/objects?filter[query]=${RARE_WORD}`) },
  {
    title: 'sign-in',
    most: 30,
    request: ({ password }) => ({ method: 'POST', path: '/auth', body: { username: 'admin', password } }),
  },
  {
    title: 'create an object',
    makes: true,
    request: () => {
      const attributes = { title: `New ${serial++}`, status: 'on', body: 'A few words of a new object' };
      return { method: 'POST', path: '/kind_1', body: { data: { type: 'kind_1', attributes } } };
    },
  },
  {
    title: 'change an object',
    request: (world, turn) => {
      const number = anyNumber(world, turn);
      const [type, id] = [kindOf(number), world.idOf(unameOf(number))];
      const data = { type, id, attributes: { title: `Changed ${serial++}` } };
      return { method: 'PATCH', path: `/${type}/${id}`, body: { data } };
    },
  },
  {
    title: 'place an object in a folder',
    request: (world, turn) => {
      const data = [{ type: 'kind_1', id: world.made[turn % world.made.length] ?? '' }];
      const path = `/folders/${smallFolder(world, turn)}/relationships/children`;
      return { method: 'POST', path, body: { data } };
    },
  },
];

const GROWING: readonly Work[] = [
  {
    title: 'children of the largest folder, exact total',
    request: (world) => read(`/folders/${world.idOf(folderUname(1))}/children`),
  },
  { title: 'filtered list, exact total', request: () => read('/kind_1?filter[lang]=en') },
  {
    title: `filtered list, total up to ${COUNT_LIMIT}`,
    request: () => read('/kind_1?filter[lang]=en&page[total]=bounded'),
  },
  {
    title: `list of all types by a word in the title, total up to ${COUNT_LIMIT}`,
    most: 20,
    request: () => read('/objects?filter[title][like]=Object&page[total]=bounded'),
  },
  { title: 'search, frequent word', most: 20, request: () => read(`/objects?filter[query]=${FREQUENT_WORD}`) },
  {
    title: `search, frequent word, total up to ${COUNT_LIMIT}`,
    request: () => read(`/objects?filter[query]=${FREQUENT_WORD}&page[total]=bounded`),
  },
];

export const SCALE_WORKS: readonly ScaleWork[] = [
  ...FLAT.map((work) => ({ ...work, isFlat: true })),
  ...GROWING.map((work) => ({ ...work, isFlat: false })),
];

/** Numbers of the objects that the works name, whose ids they need. */
export function namedNumbers(plan: ScalePlan): string[] {
  const numbers = Array.from({ length: 1_000 }, (_, turn) => anyNumber({ plan }, turn));
  const folders = Array.from({ length: SMALL_FOLDERS }, (_, turn) => smallFolderUname(plan, turn));
  return [...new Set([...numbers.map(unameOf), folderUname(1), ...folders])];
}
