// Resources that the run creates first: a user without a role, a folder, and those of the description's examples. All have
// unique names.
import type { Node } from '../../core/description/openapi-document.ts';
import { ContractError } from './contract-error.ts';
import { JSON_API } from './operations.ts';
import type { ExampleRequest, Made, World } from './send-examples.ts';
import type { Answer, Session } from './session.ts';

export interface RunWorld extends World {
  /** Unames from a root folder to `folder`, for the path of a tree. */
  treePath: () => string;
  /** The example request of each operation, by operationId. */
  sent: Map<string, ExampleRequest>;
}

interface Row {
  id: string;
  attributes: Node;
  meta: { path?: string };
}

/** Letters and digits, unique for the run. */
const newSuffix = (): string => Date.now().toString(36).slice(-7);

const dataOf = (answer: Answer): Row | undefined => (answer.json as { data?: Row } | undefined)?.data;

/** The root folder of the legacy side, if there is one. */
async function findPublication(session: Session): Promise<Row | undefined> {
  const read = (path: string, accept: string): Promise<Answer> =>
    session.send({ method: 'GET', path, headers: { accept } });
  const { json } = await read('/folders?filter[roots]&page_size=50', JSON_API);
  for (const folder of (json as { data?: Row[] } | undefined)?.data ?? []) {
    const answer = await read(`/objects/${folder.id}`, 'application/json');
    const shown = answer.json as { data?: { object?: { object_type?: string } } } | undefined;
    if (shown?.data?.object?.object_type === 'area') return folder;
  }
  return undefined;
}

/** @throws ContractError when the credentials are not those of an administrator */
export async function openWorld(session: Session): Promise<RunWorld> {
  const suffix = newSuffix();
  const create = async (path: string, attributes: Node): Promise<Made> => {
    const type = path.slice(1);
    const answer = await session.send({ method: 'POST', path, body: { data: { type, attributes } } });
    const data = dataOf(answer);
    if (answer.status === 201 && data) return data;
    const { error } = (answer.json ?? {}) as { error?: { detail?: string } };
    throw new ContractError(
      `POST ${path} answered ${answer.status} (${error?.detail ?? 'no detail'}): the run needs an administrator, or --read-only`,
    );
  };
  const publication = await findPublication(session);
  const reader = { username: `contract-${suffix}`, password: `contract run ${crypto.randomUUID()}` };
  const { id } = await create('/users', { ...reader, uname: `user-contract-${suffix}`, status: 'on' });
  await session.signInReader(reader.username, reader.password);
  const root = await create('/folders', {
    title: `Contract run ${suffix}`,
    status: 'on',
    ...(publication ? { parent_id: Number(publication.id) } : {}),
  });
  const made = new Map<string, Made>([
    // Types are below it from the start.
    ['objects', { id: '1', attributes: {} }],
    ['deployment', { id: '', attributes: { url: `${session.url}/contract` } }],
    ['reader', { id, attributes: reader }],
    ['root', root],
  ]);
  const sent = new Map<string, ExampleRequest>();
  return {
    suffix,
    made,
    sent,
    hasPublication: publication !== undefined,
    treePath: () =>
      [publication, root, made.get('folder')]
        .flatMap((folder) => (folder ? [String(folder.attributes['uname'])] : []))
        .join('/'),
    async send({ method, path, mediaType, body, asReader, key }) {
      const { status, json, shown } = await session.send({
        method,
        path,
        body,
        headers: { 'content-type': mediaType, ...(key !== undefined && { 'idempotency-key': key }) },
        as: asReader ? 'reader' : 'admin',
      });
      return { status, body: json, shown };
    },
  };
}
