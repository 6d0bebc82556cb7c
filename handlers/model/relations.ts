// Relations and the object types on their sides (D550).
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { objectTypesOf } from '../../core/modeling/model-relations.ts';
import { objectTypeResources } from '../../core/modeling/object-types.ts';
import { changeObjectTypes, findRelation, relations, type RelationEnd } from '../../core/modeling/relations.ts';
import { modelView } from '../../core/representation/model-views.ts';
import { answerLinkChange, relatedToMany } from '../../core/representation/related.ts';
import { rowHandlers } from '../../core/representation/row-handlers.ts';
import { listResources } from '../../core/resources/resource-type.ts';
import type { Services } from '../services.ts';
import type { LinkageChange } from '../../core/format/jsonapi/resource-input.ts';

const NAMES = { one: 'Relation', many: 'Relations', id: 'relation_id' } as const;

type LinkageInput = HandlerInput<
  'addRelationLeftObjectTypes' | 'replaceRelationLeftObjectTypes' | 'removeRelationLeftObjectTypes'
>;

export function relationHandlers(services: Services) {
  const { store, modelService, objects, config } = services;
  const limits = { timeLimit: config.queryTimeLimit };
  const rows = relations(services);

  const typesOn = (side: RelationEnd) =>
    relatedToMany(config, async ({ relation_id: id }: { relation_id: string }, request) => {
      const model = modelService.current();
      const ids = objectTypesOf(model, findRelation(model, id), side).map((row) => row._id);
      const types = objectTypeResources(store, model);
      const page = await listResources(types, request, limits, [{ _id: { $in: ids as never } }]);
      return { view: modelView(objects, types), ...page, available: '/model/object_types' };
    });
  const left = typesOn('left_object_types');
  const right = typesOn('right_object_types');

  const change =
    (side: RelationEnd, how: LinkageChange) =>
    async ({ params, body, context }: LinkageInput) => {
      const relation = { id: params.relation_id, side };
      const isChanged = await changeObjectTypes(services, relation, { how, data: body.data }, context);
      return answerLinkChange(isChanged, context);
    };

  return {
    ...rowHandlers(config, NAMES, rows, modelView(objects, rows.type)),
    listRelationLeftObjectTypes: left.resources,
    listRelationLeftObjectTypeLinks: left.identifiers,
    addRelationLeftObjectTypes: change('left_object_types', 'add'),
    replaceRelationLeftObjectTypes: change('left_object_types', 'replace'),
    removeRelationLeftObjectTypes: change('left_object_types', 'remove'),
    listRelationRightObjectTypes: right.resources,
    listRelationRightObjectTypeLinks: right.identifiers,
    addRelationRightObjectTypes: change('right_object_types', 'add'),
    replaceRelationRightObjectTypes: change('right_object_types', 'replace'),
    removeRelationRightObjectTypes: change('right_object_types', 'remove'),
  } satisfies Partial<Handlers>;
}
