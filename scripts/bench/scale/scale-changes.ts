// Large changes at the end of a scale run: how long each takes with its job, and how long other requests take meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { create, type Send } from '../../admin-requests.ts';
import { untilIndexed } from '../http-set-up.ts';
import { table } from '../report.ts';
import { folderUname, kindName, kindOf, RELATION, unameOf } from './scale-plan.ts';
import type { ScaleWorld } from './scale-works.ts';

const LOOK_MS = 100;
const PROPERTY = 'scale_number';

/** A population with the service that is measured. */
export interface OpenWorld {
  world: ScaleWorld;
  url: string;
  send: Send;
}

interface LargeChange {
  title: string;
  request(open: OpenWorld): Promise<unknown>;
  /** Waits for what continues after the response. */
  completion?(send: Send): Promise<void>;
}

export interface ChangeFigures {
  /** Seconds until the response, and until the job is completed. */
  response: number;
  completed: number;
  /** Longest response of others meanwhile, milliseconds. */
  longestRead: number;
  longestWrite: number;
}

export interface ChangeRow {
  title: string;
  small: ChangeFigures;
  large: ChangeFigures;
}

const list = async (send: Send, path: string): Promise<{ id: string }[]> =>
  (await send<{ data: { id: string }[] }>('GET', path)).data;

async function jobs(send: Send): Promise<void> {
  while ((await list(send, '/admin/async_jobs?filter[incomplete]')).length > 0) await sleep(LOOK_MS);
}

async function propertyId(send: Send): Promise<string> {
  const [property] = await list(send, `/model/properties?filter[name]=${PROPERTY}`);
  return property?.id ?? '';
}

/** Of the largest folder. */
const moveTo =
  (parent: (open: OpenWorld) => Promise<string> | string) =>
  async (open: OpenWorld): Promise<unknown> => {
    const { world, send } = open;
    const path = `/folders/${world.idOf(folderUname(1))}/relationships/parent`;
    return send('PATCH', path, { data: { type: 'folders', id: await parent(open) } });
  };

const newFolder = async ({ send }: OpenWorld): Promise<string> =>
  (await create(send, '/folders', { title: 'Another folder', status: 'on' })).id;

/** An object in a folder below the largest one. */
const OTHER_OBJECT = 3;

/** The objects that the changes name, whose ids they need. */
export const CHANGED_NAMES: readonly string[] = [...[0, 1].map(folderUname), unameOf(OTHER_OBJECT)];

/** In this order: the last ones remove what the first ones need. */
const CHANGES: readonly LargeChange[] = [
  {
    title: 'new type',
    request: ({ send }) =>
      create(send, '/model/object_types', { name: 'scale_new', singular: 'one_scale_new', description: 'New' }),
  },
  {
    title: 'description of the new model',
    // Not parsed: that would block the other requests of this process.
    request: async ({ url }) => (await fetch(`${url}/openapi.json`)).arrayBuffer(),
  },
  {
    title: 'new property of a type',
    request: ({ send }) =>
      create(send, '/model/properties', {
        name: PROPERTY,
        property_type_name: 'integer',
        object_type_name: kindName(1),
      }),
  },
  {
    title: 'index of the property',
    request: async ({ send }) => {
      const id = await propertyId(send);
      const data = { type: 'properties', id, attributes: { indexed: true } };
      await send('PATCH', `/model/properties/${id}`, { data });
    },
    completion: async (send) => untilIndexed(send, await propertyId(send)),
  },
  { title: 'move of the largest folder to a new one', request: moveTo(newFolder) },
  { title: 'move back', request: moveTo(({ world }) => world.idOf(folderUname(0))) },
  {
    title: 'deletion of the relation',
    request: async ({ send }) => {
      const [relation] = await list(send, `/model/relations?filter[name]=${RELATION}`);
      await send('DELETE', `/model/relations/${relation?.id}`);
    },
    completion: jobs,
  },
  {
    title: 'trash of the largest folder',
    request: ({ world, send }) => send('DELETE', `/folders/${world.idOf(folderUname(1))}`),
  },
  {
    title: 'purge of the largest folder',
    request: ({ world, send }) => send('DELETE', `/trash/${world.idOf(folderUname(1))}`),
    completion: jobs,
  },
];

/** Longest of the responses of one request after the other, until `isOver`; milliseconds. */
async function longest(work: (turn: number) => Promise<unknown>, isOver: () => boolean): Promise<number> {
  let most = 0;
  for (let turn = 0; !isOver() || turn === 0; turn++) {
    const started = performance.now();
    await work(turn);
    most = Math.max(most, performance.now() - started);
  }
  return most;
}

async function perform(change: LargeChange, open: OpenWorld): Promise<ChangeFigures> {
  const { world, send } = open;
  let isOver = false;
  const [type, id] = [kindOf(OTHER_OBJECT), world.idOf(unameOf(OTHER_OBJECT))];
  const read = (turn: number) => send('GET', turn % 2 === 0 ? `/${type}/${id}` : `/${type}?page[total]=none`);
  const write = (turn: number) =>
    send('PATCH', `/${type}/${id}`, { data: { type, id, attributes: { title: `Title ${turn}` } } });
  const others = Promise.all([longest(read, () => isOver), longest(write, () => isOver)]);
  // A failure of the change is reported first; this one is reported below.
  others.catch(() => undefined);
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1_000;
  try {
    await change.request(open);
    const response = seconds();
    await change.completion?.(send);
    const completed = seconds();
    isOver = true;
    const [longestRead, longestWrite] = await others;
    return { response, completed, longestRead, longestWrite };
  } finally {
    isOver = true;
    await others.catch(() => undefined);
  }
}

/** @param onRow called after each change */
export async function measureChanges(
  worlds: readonly [small: OpenWorld, large: OpenWorld],
  onRow: (row: ChangeRow) => void,
): Promise<ChangeRow[]> {
  const rows: ChangeRow[] = [];
  for (const change of CHANGES) {
    const [small, large] = [await perform(change, worlds[0]), await perform(change, worlds[1])];
    const row = { title: change.title, small, large };
    rows.push(row);
    onRow(row);
  }
  return rows;
}

const COLUMNS: readonly [title: string, member: keyof ChangeFigures, digits: number][] = [
  ['response s', 'response', 2],
  ['completed s', 'completed', 2],
  ['longest read meanwhile ms', 'longestRead', 0],
  ['longest write meanwhile ms', 'longestWrite', 0],
];

export function changesTable(rows: readonly ChangeRow[], sizes: readonly [number, number]): string {
  const [few, many] = sizes.map((size) => size.toLocaleString('en-US'));
  return table(
    ['change', ...COLUMNS.flatMap(([title]) => [`${title}, ${few}`, many ?? ''])],
    rows.map(({ title, small, large }) => [
      title,
      ...COLUMNS.flatMap(([, member, digits]) => [small, large].map((figures) => figures[member].toFixed(digits))),
    ]),
  );
}
