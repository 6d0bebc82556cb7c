// Relations of an object, and the children of sections, in the legacy envelope (D567).
import type { RequestContext } from '../../core/context.ts';
import { envelope } from '../../core/format/legacy/envelope.ts';
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { addChildren, removeChild, replaceChild } from '../../core/legacy/sections.ts';
import { addRelations, removeRelation, replaceRelation } from '../../core/legacy/relations.ts';
import { noContent } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

const relationOf = (params: HandlerInput<'addObjectRelations'>['params']) => ({
  id: params.object_id,
  relation: params.relation_name,
});

const childOf = (params: HandlerInput<'removeObjectChild'>['params']) => ({
  section: params.object_id,
  child: params.child_id,
});

function answerAdded<Row>({ rows, isNew }: { rows: Row; isNew: boolean }, { url }: RequestContext) {
  const body = envelope('objects', 'post', rows, url);
  const Location = `${url.base}${url.rawPath}`;
  return isNew ? ({ status: 201, headers: { Location }, body } as const) : ({ status: 200, body } as const);
}

export function legacyWriteHandlers({ legacy }: Services) {
  return {
    addObjectRelations: async ({ params, body, context }) =>
      answerAdded(await addRelations(legacy, relationOf(params), body.data, context), context),
    replaceObjectRelation: async ({ params, body, context }) => {
      const address = { ...relationOf(params), related: params.related_id };
      const link = await replaceRelation(legacy, address, body.data, context);
      return { status: 200, body: envelope('objects', 'put', link, context.url) };
    },
    removeObjectRelation: ({ params, context }) =>
      noContent(removeRelation(legacy, { ...relationOf(params), related: params.related_id }, context)),
    addObjectChildren: async ({ params, body, context }) =>
      answerAdded(await addChildren(legacy, params.object_id, body.data, context), context),
    replaceObjectChild: async ({ params, body, context }) => {
      const priority = await replaceChild(legacy, childOf(params), body.data.priority, context);
      return { status: 200, body: envelope('objects', 'put', { priority }, context.url) };
    },
    removeObjectChild: ({ params, context }) => noContent(removeChild(legacy, childOf(params), context)),
  } satisfies Partial<Handlers>;
}
