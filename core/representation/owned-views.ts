// Views of resources that belong to objects or users, and may include them: translations, annotations, streams, history, roles.
import { accountRelations } from '../accounts/roles/account-relations.ts';
import { roleResources } from '../accounts/roles/role-resource.ts';
import { streamResource } from '../files/streams/stream-resource.ts';
import type { ResourceName } from '../format/jsonapi/documents.ts';
import type { OwnedKind, OwnedRow } from '../objects/owned/owned-kind.ts';
import { changeResource, type ShownChange } from '../objects/history/shown-changes.ts';
import type { ObjectServices } from '../objects/object-services.ts';
import { versionId, versionResource, VERSIONS, type ShownVersion } from '../objects/versions/version-resource.ts';
import { relationLookup } from '../resources/include.ts';
import type { RoleRow, StreamRow } from '../store/store.ts';
import { itemView } from './item-views.ts';
import type { ResourceView } from './resource-view.ts';

/** Translations, annotations. */
export const ownedView = <Row extends OwnedRow, Name extends ResourceName>(
  services: ObjectServices,
  { resources: { type, toResource } }: Pick<OwnedKind<Row, Name>, 'resources'>,
): ResourceView<Row, Name> =>
  itemView(services, {
    identify: ({ _id }) => ({ id: String(_id), type }),
    revision: (row) => row.revision,
    toRelated: (row, context) => toResource(row, context),
    typesOf: () => [type],
  });

/** @param versioned the version is among the attributes too, as in version operations (D57) */
export const streamView = (
  services: ObjectServices,
  { versioned = false }: { versioned?: boolean } = {},
): ResourceView<StreamRow, 'Streams'> =>
  itemView(services, {
    identify: ({ _id: id }) => ({ id, type: 'streams' }),
    revision: (row) => row.revision,
    toRelated: (row, context) => streamResource(row, services.files.urls, context, { versioned }),
    typesOf: () => ['streams'],
  });

/** Changes, which are immutable. */
export const historyView = (services: ObjectServices): ResourceView<ShownChange, 'History'> =>
  itemView(services, {
    identify: ({ row }) => ({ id: String(row._id), type: 'history' }),
    revision: () => 1,
    toRelated: changeResource,
    typesOf: () => ['history'],
  });

/** Versions of objects. A version is immutable, but not its representation by the type of its object. */
export const versionView = (services: ObjectServices): ResourceView<ShownVersion, 'TypedObjectsVersion'> =>
  itemView(services, {
    identify: (version) => ({ id: versionId(version), type: VERSIONS }),
    revision: ({ row }) => row.version.number,
    toRelated: (version, { caller }) => versionResource(version, caller),
    typesOf: () => [VERSIONS],
  });

/** Roles; of included users only the roles can be included. */
export const roleView = (services: ObjectServices): ResourceView<RoleRow, 'Roles'> => {
  const { toResource } = roleResources(services.store);
  return itemView(services, {
    identify: ({ _id }) => ({ id: String(_id), type: 'roles' }),
    revision: (row) => row.revision,
    toRelated: (row) => toResource(row),
    typesOf: () => ['roles'],
    relationships: (context) => relationLookup(accountRelations(services, context)),
  });
};
