// Related objects (service.md 4.4, D541).
import { relatedLinksDocument } from '../../core/format/jsonapi/documents.ts';
import type { HandlerInput, Handlers } from '../../core/http/handler.ts';
import { findVisible, locateVisible } from '../../core/objects/read-objects.ts';
import { changeLinks } from '../../core/objects/relations/change-links.ts';
import type { LinksInput } from '../../core/objects/relations/link-request.ts';
import { findObjectUser, type ObjectUserName } from '../../core/objects/relations/object-users.ts';
import { listRelated } from '../../core/objects/relations/related-objects.ts';
import { linkOf, objectPage, objectView } from '../../core/representation/object-views.ts';
import { linkedToMany, relatedToOne } from '../../core/representation/related.ts';
import type { Services } from '../services.ts';

type ObjectParams = HandlerInput<'getTypedObject'>['params'];
type Params = HandlerInput<'listObjectRelated'>['params'] & Partial<ObjectParams>;

export function relatedObjectHandlers(services: Services) {
  const { objects, config } = services;

  const related = linkedToMany(config, async (params: Params, request, context) => {
    const found = await locateVisible(objects, params.object_type_name ?? 'objects', params.object_id, context);
    const page = await listRelated(objects, { found, name: params.relation_name }, request, context);
    const { types, relation } = page;
    return { ...objectPage(objects, { name: 'TypedObjects', types }, page), linkOf: linkOf(relation) };
  });

  type ChangeInput = HandlerInput<'addTypedObjectRelated' | 'replaceTypedObjectRelated' | 'removeTypedObjectRelated'>;
  const change =
    (how: LinksInput['how']) =>
    async ({ params, body, context }: ChangeInput) => {
      const { object_type_name: typeName, object_id: id, relation_name: relation } = params;
      const links = await changeLinks(objects, { typeName, id, relation }, { how, data: body.data }, context);
      if (links.length === 0) return { status: 204 } as const;
      return { status: 200, body: relatedLinksDocument(links, context.url) } as const;
    };

  const user = (name: ObjectUserName) =>
    relatedToOne(async (params: ObjectParams, context) => {
      const found = await findVisible(objects, params.object_type_name, params.object_id, context);
      return { view: objectView(objects, 'Users'), item: await findObjectUser(objects, found, name, context) };
    });
  const createdBy = user('created_by_user');
  const modifiedBy = user('modified_by_user');

  return {
    listTypedObjectRelated: related.resources,
    listTypedObjectRelatedLinks: related.identifiers,
    addTypedObjectRelated: change('add'),
    replaceTypedObjectRelated: change('replace'),
    removeTypedObjectRelated: change('remove'),
    getTypedObjectCreatedByUser: createdBy.resource,
    getTypedObjectCreatedByUserLink: createdBy.identifier,
    getTypedObjectModifiedByUser: modifiedBy.resource,
    getTypedObjectModifiedByUserLink: modifiedBy.identifier,
    listObjectRelated: related.resources,
    listObjectRelatedLinks: related.identifiers,
  } satisfies Partial<Handlers>;
}
