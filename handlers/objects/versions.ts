// Versions of objects: reading and restoring them (D505 to D507).
import { USERS } from '../../core/access/access-rules.ts';
import { updateUser } from '../../core/accounts/users.ts';
import { parseReadRequest } from '../../core/format/jsonapi/list-request.ts';
import { readUpdate } from '../../core/format/jsonapi/resource-input.ts';
import type { Handlers } from '../../core/http/handler.ts';
import type { ObjectRecord } from '../../core/objects/object-record.ts';
import { findVisible } from '../../core/objects/read-objects.ts';
import { listVersions, findVersion, attributesOfVersion } from '../../core/objects/versions/read-version.ts';
import { updateObject } from '../../core/objects/writing/write-objects.ts';
import { answerChanged, answerOne, answerPage } from '../../core/representation/responses.ts';
import { readListRequest } from '../../core/representation/list-requests.ts';
import { objectView } from '../../core/representation/object-views.ts';
import { versionView } from '../../core/representation/owned-views.ts';
import type { Services } from '../services.ts';

export function versionHandlers({ objects, config }: Services) {
  const view = versionView(objects);
  const ofObject = objectView(objects, 'TypedObjects');

  return {
    listTypedObjectVersions: async ({ params, query, context }) => {
      const request = readListRequest(query, context, config);
      const found = await findVisible(objects, params.object_type_name, params.object_id, context);
      return answerPage(view, await listVersions(objects, found, request, context), request, context);
    },
    getTypedObjectVersion: async ({ params, query, context }) => {
      const { compare, ...others } = query;
      const request = parseReadRequest(others);
      const found = await findVisible(objects, params.object_type_name, params.object_id, context);
      const version = await findVersion(objects, found, { number: params.version_number, compare }, context);
      return answerOne(view, version, request, context);
    },
    restoreTypedObjectVersion: async ({ params, body, context }) => {
      const { object_type_name: typeName, object_id: id, version_number: number } = params;
      const readAttributes = async (found: ObjectRecord) => {
        if (body) readUpdate(body, found.type.name, found.document._id);
        return attributesOfVersion(objects, found, number, context);
      };
      const readUser = async (found: ObjectRecord) => ({
        data: { type: USERS, id: found.document._id, attributes: await readAttributes(found) },
      });
      const readChange = async (found: ObjectRecord) => ({ attributes: await readAttributes(found) });
      const found =
        typeName === USERS
          ? await updateUser(objects, id, readUser, context)
          : await updateObject(objects, { typeName, id }, readChange, context);
      return answerChanged(ofObject, found, context);
    },
  } satisfies Partial<Handlers>;
}
