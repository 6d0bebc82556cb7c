// Relations of an object, and the children of sections, in the legacy envelope (D567).
import { envelope } from '../../core/format/legacy/envelope.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { addChildren, removeChild, replaceChild } from '../../core/legacy/sections.ts';
import { addRelations, removeRelation, replaceRelation } from '../../core/legacy/relations.ts';
import type { Services } from '../services.ts';

type Operations =
  | 'addObjectRelations'
  | 'replaceObjectRelation'
  | 'removeObjectRelation'
  | 'addObjectChildren'
  | 'replaceObjectChild'
  | 'removeObjectChild';

interface Params {
  object_id: string;
}

const relationOf = (params: Params & { relation_name: string }) => ({
  id: params.object_id,
  relation: params.relation_name,
});

const childOf = (params: Params & { child_id: string }) => ({ section: params.object_id, child: params.child_id });

export function legacyWriteHandlers({ legacy }: Services): Pick<Handlers, Operations> {
  return {
    addObjectRelations: async ({ params, body, context }) => {
      const { rows, isNew } = await addRelations(legacy, relationOf(params), body.data, context);
      const answer = envelope('objects', 'post', rows, context.url);
      const Location = `${context.url.base}${context.url.rawPath}`;
      return isNew ? { status: 201, headers: { Location }, body: answer } : { status: 200, body: answer };
    },
    replaceObjectRelation: async ({ params, body, context }) => {
      const address = { ...relationOf(params), related: params.related_id };
      const link = await replaceRelation(legacy, address, body.data, context);
      return { status: 200, body: envelope('objects', 'put', link, context.url) };
    },
    removeObjectRelation: async ({ params, context }) => {
      await removeRelation(legacy, { ...relationOf(params), related: params.related_id }, context);
      return { status: 204 };
    },
    addObjectChildren: async ({ params, body, context }) => {
      const { rows, isNew } = await addChildren(legacy, params.object_id, body.data, context);
      const answer = envelope('objects', 'post', rows, context.url);
      const Location = `${context.url.base}${context.url.rawPath}`;
      return isNew ? { status: 201, headers: { Location }, body: answer } : { status: 200, body: answer };
    },
    replaceObjectChild: async ({ params, body, context }) => {
      const priority = await replaceChild(legacy, childOf(params), body.data.priority, context);
      return { status: 200, body: envelope('objects', 'put', { priority }, context.url) };
    },
    removeObjectChild: async ({ params, context }) => {
      await removeChild(legacy, childOf(params), context);
      return { status: 204 };
    },
  };
}
