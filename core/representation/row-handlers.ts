// Handlers of the operations on resources whose items are rows (core/resources/row-operations.ts).
import type { RequestContext } from '../context.ts';
import type { Described, ResourceName } from '../format/jsonapi/documents.ts';
import { parseReadRequest } from '../format/jsonapi/list-request.ts';
import type { ResourceBody } from '../format/jsonapi/resource-input.ts';
import {
  answerChanged,
  answerNew,
  answerOne,
  answerPage,
  type NewResponse,
  type PageResponse,
  type SingleResponse,
} from './responses.ts';
import { readListRequest, type PageConfig } from './list-requests.ts';
import { rowView, type ResourceView } from './resource-view.ts';
import type { AttributesInput } from '../resources/define-resource.ts';
import type { ResourceRow } from '../resources/resource-type.ts';
import type { RowOperations, RowReads } from '../resources/row-operations.ts';

interface RowConfig extends PageConfig {
  /** Time limit of the database for a list, milliseconds (D7). */
  queryTimeLimit: number;
}

export interface Call {
  context: RequestContext;
}

type ReadHandlers<Name extends ResourceName, One extends string, Many extends string, Id extends string> = Record<
  `list${Many}`,
  (call: Call & { query: object }) => Promise<PageResponse<Described<Name>>>
> &
  Record<`get${One}`, (call: Call & { params: Record<Id, string>; query: object }) => Promise<SingleResponse<Name>>>;

type RowHandlers<Name extends ResourceName, One extends string, Many extends string, Id extends string> = ReadHandlers<
  Name,
  One,
  Many,
  Id
> &
  Record<`create${One}`, (call: Call & { body: ResourceBody<AttributesInput<Name>> }) => Promise<NewResponse<Name>>> &
  Record<
    `update${One}`,
    (
      call: Call & { params: Record<Id, string>; body: ResourceBody<AttributesInput<Name>> },
    ) => Promise<SingleResponse<Name>>
  > &
  Record<`delete${One}`, (call: Call & { params: Record<Id, string> }) => Promise<{ status: 204 }>>;

/** As in operation ids and the path: `Tag`, `Tags`, `tag_id`. */
interface Names<One extends string, Many extends string, Id extends string> {
  one: One;
  many: Many;
  id: Id;
}

/** The handlers that list and read rows. */
export function readHandlers<
  Row extends ResourceRow,
  Name extends ResourceName,
  One extends string,
  Many extends string,
  Id extends string,
>(
  config: RowConfig,
  { one, many, id }: Names<One, Many, Id>,
  rows: RowReads<Row, Name>,
  view: ResourceView<Row, Name> = rowView(rows.type),
): ReadHandlers<Name, One, Many, Id> {
  type Handlers = ReadHandlers<Name, 'One', 'Many', Id>;

  const list: Handlers['listMany'] = async ({ query, context }) => {
    const request = readListRequest(query, context, config);
    const limits = { timeLimit: config.queryTimeLimit };
    return answerPage(view, await rows.list(request, limits, context), request, context);
  };
  const get: Handlers['getOne'] = async ({ params, query, context }) => {
    const request = parseReadRequest(query);
    return answerOne(view, await rows.find(params[id], context), request, context);
  };

  // cast: the compiler widens computed names of a generic text
  return { [`list${many}`]: list, [`get${one}`]: get } as ReadHandlers<Name, One, Many, Id>;
}

/** The handlers of all five operations. */
export function rowHandlers<
  Row extends ResourceRow,
  Name extends ResourceName,
  One extends string,
  Many extends string,
  Id extends string,
>(
  config: RowConfig,
  names: Names<One, Many, Id>,
  rows: RowOperations<Row, Name>,
  view: ResourceView<Row, Name> = rowView(rows.type),
): RowHandlers<Name, One, Many, Id> {
  type Handlers = RowHandlers<Name, 'One', 'Many', Id>;
  const { one, id } = names;

  const create: Handlers['createOne'] = async ({ body, context }) =>
    answerNew(view, await rows.create(body, context), context);
  const update: Handlers['updateOne'] = async ({ params, body, context }) =>
    answerChanged(view, await rows.update(params[id], body, context), context);
  const remove: Handlers['deleteOne'] = async ({ params, context }) => {
    await rows.delete(params[id], context);
    return { status: 204 };
  };

  // cast: the compiler widens computed names of a generic text
  return {
    ...readHandlers(config, names, rows, view),
    [`create${one}`]: create,
    [`update${one}`]: update,
    [`delete${one}`]: remove,
  } as unknown as RowHandlers<Name, One, Many, Id>;
}
