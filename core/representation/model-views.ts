// Views of the resources of the model: properties, and those with relationships to each other and to objects.
import { mapInSlices } from '../event-loop-turns.ts';
import type { ResourceName } from '../format/jsonapi/documents.ts';
import { modelRelations } from '../modeling/model-relations.ts';
import type { Model } from '../model/model.ts';
import { indexStates, propertyResource, type AnyProperty } from '../modeling/property-rows.ts';
import { categoryObjectRelations } from '../objects/lists/category-objects.ts';
import type { Related } from '../objects/object-record.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { relationLookup, type IncludableRelations } from '../resources/include.ts';
import type { ResourceRow, ResourceType } from '../resources/resource-type.ts';
import type { Store } from '../store/store.ts';
import { itemView } from './item-views.ts';
import type { ResourceView } from './resource-view.ts';

/** Properties of both kinds. A static one has the revision of its type; an index changes without a new revision (D460). */
export const propertyView = (
  store: Pick<Store, 'client' | 'db'>,
  model: Model,
): ResourceView<AnyProperty, 'Properties'> => ({
  identify: ({ _id }) => ({ id: String(_id), type: 'properties' }),
  revision: (property) => property.revision,
  async represent(properties) {
    const indexes = await indexStates(store, model, properties);
    const resourceOf = (property: AnyProperty) => propertyResource(property, indexes.get(property._id) ?? null);
    return { resources: await mapInSlices(properties, resourceOf) };
  },
});

/** Object types, relations, categories. */
export const modelView = <Row extends ResourceRow, Name extends ResourceName>(
  services: ObjectServices,
  { type, toResource }: Pick<ResourceType<Row, Name>, 'type' | 'toResource'>,
): ResourceView<Row, Name> =>
  itemView(services, {
    identify: ({ _id }) => ({ id: String(_id), type }),
    revision: (row) => row.revision,
    toRelated: (row, context) => toResource(row, context),
    typesOf: () => [type],
    omitsStreams: true,
    relationships(context) {
      const { store, modelService } = services;
      // Loaders between them receive resources only.
      // cast: of the loaders of the model, each receives the resources of its own type
      const ofModel = modelRelations(store, modelService.current(), context) as IncludableRelations<Related>;
      return relationLookup(ofModel, categoryObjectRelations(services, context));
    },
  });
