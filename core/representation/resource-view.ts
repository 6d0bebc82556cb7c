// Makes responses from found items. A GET handler makes two calls: one finds or lists (core/<domain>), one responds.
//
// - A `ResourceView` defines for one resource type of the description (`Tags`, `Folders`, …) how items become complete resources,
//   what is included with them, which schemas they have, and what their revision is. Nothing changes a resource after its view has
//   made it. The schema's name is part of the type of a view: a view of another resource does not compile.
// - responses.ts alone composes documents and ETags: links, sparse fields, counts, `meta.schema`, pagination.
// - row-handlers.ts has the handlers of resources whose items are rows of one specification (core/resources/define-resource.ts).
// - related.ts pairs the endpoint of related resources with that of their identifiers, to one or to many.
import type { RequestContext } from '../context.ts';
import { mapInSlices } from '../event-loop-turns.ts';
import type { Described, Identifier, Resource, ResourceName, SchemaReference } from '../format/jsonapi/documents.ts';
import type { ReadRequest } from '../list-request.ts';
import type { ResourceRow, ResourceType } from '../resources/resource-type.ts';

/** Parameters of a request for the representation of its items. */
export interface ViewRequest extends ReadRequest {
  isSingle: boolean;
}

export interface Represented<Name extends ResourceName> {
  resources: readonly Resource<Name>[];
  /** undefined for responses without included resources. */
  included?: readonly Resource[] | undefined;
  /** `meta.schema` of the object types in the response (D25). */
  schema?: Readonly<Record<string, SchemaReference>> | undefined;
}

/** The identifier of a described resource. */
export type IdentifierOf<Name extends ResourceName> = Identifier & { type: Described<Name>['type'] };

/** @typeParam Item what core finds and lists @typeParam Name the described resource of the items */
export interface ResourceView<Item, Name extends ResourceName> {
  identify: (item: Item) => IdentifierOf<Name>;
  revision: (item: Item) => number | string;
  /** For a whole response. @throws ApiError invalid_include, query_too_expensive */
  represent: (
    items: readonly Item[],
    request: ViewRequest,
    context: RequestContext,
  ) => Represented<Name> | Promise<Represented<Name>>;
  /** The few parts of a resource that can change without a new revision; by default, and when it returns undefined, all of it. */
  unversioned?: (resource: Resource<Name>) => unknown;
}

/** Resources of one row each; no resources can be included. */
export const rowView = <Row extends ResourceRow, Name extends ResourceName>({
  type,
  toResource,
}: Pick<ResourceType<Row, Name>, 'type' | 'toResource'>): ResourceView<Row, Name> => ({
  identify: ({ _id }) => ({ id: String(_id), type }),
  revision: (row) => row.revision,
  represent: async (rows, _request, context) => ({
    resources: await mapInSlices(rows, (row) => toResource(row, context)),
  }),
});
