// Streams as resources (service.md 2.4, D562, D530).
import { ANONYMOUS, type Access, type Caller, type RequestContext } from '../../context.ts';
import type { Clock } from '../../clock.ts';
import type { Resource } from '../../format/jsonapi/documents.ts';
import { formatDateTime } from '../../date-values.ts';
import type { ModelService } from '../../model/model-service.ts';
import { isVisible, mayRead, visibilityFor } from '../../objects/visibility/visibility.ts';
import type { StreamUrls } from '../../objects/owned-files.ts';
import type { StreamRow } from '../../store/store.ts';
import type { UrlSigner } from '../url-signer.ts';

export const downloadPath = (id: string): string => `/streams/download/${id}`;

/** A signed address grants access, so callers without permission get no address. `mine` refers to streams only. */
function mayFetch(
  endpoint: string,
  row: StreamRow,
  { access, caller }: Pick<RequestContext, 'access' | 'caller'>,
): boolean {
  const grant = access.grant(endpoint, 'read');
  if (grant === 'mine' && endpoint === 'streams') return row.created_by === caller.userId;
  return grant !== 'none';
}

export function createStreamUrls(parts: {
  signer: UrlSigner;
  modelService: Pick<ModelService, 'current'>;
  accessOf(caller: Caller): Access;
  requireApiKey: boolean;
  clock: Clock;
}): StreamUrls {
  const { signer, modelService, accessOf, requireApiKey, clock } = parts;

  function isPublic(row: StreamRow, endpoint = 'streams'): boolean {
    const { private_url: isPrivate, object, object_id: objectId } = row;
    if (isPrivate || !object || objectId === null || requireApiKey) return false;
    const type = modelService.current().types.get(object.type);
    const nobody = { caller: ANONYMOUS, access: accessOf(ANONYMOUS) };
    const visibility = type?.served ? visibilityFor(type, nobody, clock.now()) : undefined;
    return (
      visibility !== undefined &&
      nobody.access.grant(endpoint, 'read') === 'all' &&
      isVisible({ ...object, _id: objectId }, visibility) &&
      mayRead(object, ANONYMOUS)
    );
  }

  return {
    isPublic,
    addressOf(path, row, { access, caller, url }) {
      const endpoint = path.split('/')[1] ?? '';
      if (!mayFetch(endpoint, row, { access, caller })) return null;
      if (isPublic(row, endpoint)) return url.base + path;
      if (row.private_url && caller.userId === null) return null;
      return url.base + signer.sign(path);
    },
  };
}

const RELATIONSHIPS = { object: {} };

/** @param row a visible stream @param options versioned: the version is an attribute too (D57) */
export const streamResource = (
  row: StreamRow,
  urls: StreamUrls,
  context: RequestContext,
  { versioned = false }: { versioned?: boolean } = {},
): Resource<'Streams'> => ({
  id: row._id,
  type: 'streams',
  path: `/streams/${row._id}`,
  attributes: { file_name: row.file_name, mime_type: row.mime_type, ...(versioned && { version: row.version }) },
  meta: {
    version: row.version,
    file_size: row.file_size,
    hash_md5: row.hash_md5,
    hash_sha1: row.hash_sha1,
    width: row.width,
    height: row.height,
    duration: row.duration,
    file_metadata: row.file_metadata,
    private_url: row.private_url,
    created: formatDateTime(row.created),
    modified: formatDateTime(row.modified),
    url: urls.addressOf(downloadPath(row._id), row, context),
  },
  relationships: RELATIONSHIPS,
  linkage: {
    object: {
      data: row.object && row.object_id !== null ? { id: String(row.object_id), type: row.object.type } : null,
    },
  },
});

/** The parameter `private_url`; undefined when it is not given. */
export const parsePrivateUrl = (given: string | undefined): boolean | undefined =>
  given === undefined ? undefined : given === 'true' || given === '1';
