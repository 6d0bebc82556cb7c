// The measurements of a scale run: requests over one connection, one after the other, on objects that all sizes have.
import { RARE_WORD, FREQUENT_WORD } from '../fill/sample-documents.ts';
import { folderUname, kindOf, RELATION, unameOf, type ScalePlan } from './scale-plan.ts';

/** As the setting of the measured services says. */
export const COUNT_LIMIT = 1_000;

export interface ScaleRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
}

export interface ScaleWorld {
  plan: ScalePlan;
  /** By uname. */
  idOf(uname: string): string;
  /**
   * Objects that an earlier step of this run has created: their links and places are new, also in databases that are
   * kept.
   */
  noteMade(id: string): void;
  madeAt(turn: number): string;
  takeMade(): string;
  password: string;
}

export interface ScaleWork {
  title: string;
  /** Its cost should not depend on how much there is. */
  isFlat: boolean;
  /** So many times at most. */
  most?: number;
  /** The response is a new object, which a later work may delete. */
  makes?: true;
  request(world: ScaleWorld, turn: number): ScaleRequest;
}

/** A published object far from that of the turn before, among a thousand that are spread over all: caches are warm for all sizes. */
function anyNumber({ plan }: ScaleWorld, turn: number): number {
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

export const SCALE_WORKS: readonly ScaleWork[] = [
  { title: 'GET one object', isFlat: true, request: (world, turn) => read(objectPath(world, anyNumber(world, turn))) },
  { title: 'first page of a type', isFlat: true, request: () => read('/kind_1') },
  { title: 'first page, newest first', isFlat: true, request: () => read('/kind_1?sort=-modified') },
  { title: 'first page of all types', isFlat: true, request: () => read('/objects') },
  {
    title: 'page by cursor, without its total',
    isFlat: true,
    request: () => read('/kind_1?page[after]=&page[size]=20&page[total]=none'),
  },
  { title: 'list with included relations', isFlat: true, request: () => read(`/kind_1?include=${RELATION}`) },
  {
    title: 'related objects',
    isFlat: true,
    request: (world, turn) => read(`${objectPath(world, anyNumber(world, turn))}/${RELATION}`),
  },
  {
    title: 'children of a small folder',
    isFlat: true,
    request: (world, turn) => read(`/folders/${smallFolder(world, turn)}/children`),
  },
  {
    title: 'children of the largest folder, without their total',
    isFlat: true,
    request: (world) => read(`/folders/${world.idOf(folderUname(1))}/children?page[total]=none`),
  },
  { title: 'search, rare word', isFlat: true, request: () => read(`/objects?filter[query]=${RARE_WORD}`) },
  {
    title: 'history of one object',
    isFlat: true,
    request: (world, turn) => read(`/history?filter[resource_id]=${world.idOf(unameOf(anyNumber(world, turn)))}`),
  },
  {
    title: 'sign-in',
    isFlat: true,
    most: 30,
    request: ({ password }) => ({ method: 'POST', path: '/auth', body: { username: 'admin', password } }),
  },
  {
    title: 'create an object',
    isFlat: true,
    makes: true,
    request: () => {
      const attributes = { title: `New ${serial++}`, status: 'on', body: 'A few words of a new object' };
      return { method: 'POST', path: '/kind_1', body: { data: { type: 'kind_1', attributes } } };
    },
  },
  {
    title: 'change an object',
    isFlat: true,
    request: (world, turn) => {
      const number = anyNumber(world, turn);
      const [type, id] = [kindOf(number), world.idOf(unameOf(number))];
      const data = { type, id, attributes: { title: `Changed ${serial++}` } };
      return { method: 'PATCH', path: `/${type}/${id}`, body: { data } };
    },
  },
  {
    title: 'link two objects',
    isFlat: true,
    request: (world, turn) => {
      const number = anyNumber(world, turn);
      const data = [{ type: kindOf(number), id: world.idOf(unameOf(number)) }];
      return { method: 'POST', path: `/kind_1/${world.madeAt(turn)}/relationships/${RELATION}`, body: { data } };
    },
  },
  {
    title: 'place an object in a folder',
    isFlat: true,
    request: (world, turn) => {
      const data = [{ type: 'kind_1', id: world.madeAt(turn) }];
      const path = `/folders/${smallFolder(world, turn)}/relationships/children`;
      return { method: 'POST', path, body: { data } };
    },
  },
  {
    title: 'delete an object',
    isFlat: true,
    request: (world) => ({ method: 'DELETE', path: `/kind_1/${world.takeMade()}` }),
  },
  {
    title: 'children of the largest folder, exact total',
    isFlat: false,
    request: (world) => read(`/folders/${world.idOf(folderUname(1))}/children`),
  },
  { title: 'filtered list, exact total', isFlat: false, request: () => read('/kind_1?filter[lang]=en') },
  {
    title: `filtered list, total up to ${COUNT_LIMIT}`,
    isFlat: false,
    request: () => read('/kind_1?filter[lang]=en&page[total]=bounded'),
  },
  {
    title: `list of all types by a word in the title, total up to ${COUNT_LIMIT}`,
    isFlat: false,
    most: 20,
    request: () => read('/objects?filter[title][like]=Object&page[total]=bounded'),
  },
  {
    title: 'search, frequent word',
    isFlat: false,
    most: 20,
    request: () => read(`/objects?filter[query]=${FREQUENT_WORD}`),
  },
  {
    title: `search, frequent word, total up to ${COUNT_LIMIT}`,
    isFlat: false,
    request: () => read(`/objects?filter[query]=${FREQUENT_WORD}&page[total]=bounded`),
  },
];

/** Numbers of the objects that the works name, whose ids they need. */
export function namedNumbers(plan: ScalePlan): string[] {
  const numbers = new Set<number>();
  const world = { plan } as ScaleWorld;
  for (let turn = 0; turn < 1_000; turn++) {
    const number = anyNumber(world, turn);
    numbers.add(number);
  }
  const folders = Array.from({ length: SMALL_FOLDERS }, (_, turn) => smallFolderUname(plan, turn));
  return [...[...numbers].map(unameOf), folderUname(1), ...new Set(folders)];
}
