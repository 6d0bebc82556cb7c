// STORAGE_URL and STORAGE_DIRECT: the storage of files (core/files/storage/open-storage.ts).
import { fileURLToPath } from 'node:url';
import { parseUrl } from '../network/parse-url.ts';
import { optional, withDefault } from './setting.ts';

export interface BucketSetting {
  kind: 's3';
  bucket: string;
  /** Prefix of keys; empty, or with a slash at its end. */
  prefix: string;
  /** Of a server other than Amazon's. */
  endpoint: string | undefined;
  region: string | undefined;
  /** The bucket is in the path of addresses instead of their host. */
  pathStyle: boolean;
}

export type StorageSetting = { kind: 'local'; folder: string } | { kind: 'gridfs' } | BucketSetting;

export const STORAGE_FORMS =
  'file:///folder, gridfs: or s3://bucket/prefix?endpoint=http://...&region=...&path_style=on';

/** Undefined for an invalid one. Credentials are not part of it: they come from the environment. */
export function parseStorageUrl(text: string): StorageSetting | undefined {
  if (text === 'gridfs:') return { kind: 'gridfs' };
  const url = parseUrl(text);
  if (!url || url.hash || url.username || url.password || url.port) return undefined;
  if (url.protocol === 's3:') return parseBucket(url);
  // Without the slashes it would be a folder of the root, which is probably a mistake.
  return url.protocol === 'file:' && /^file:\/\/\//i.test(text) && !url.search ? parseFolder(url) : undefined;
}

function parseFolder(url: URL): StorageSetting | undefined {
  try {
    const folder = fileURLToPath(url);
    return folder.includes('\0') ? undefined : { kind: 'local', folder };
  } catch {
    return undefined;
  }
}

const PARAMETERS = new Set(['endpoint', 'region', 'path_style']);

function parseBucket({ hostname: bucket, pathname, searchParams }: URL): StorageSetting | undefined {
  const names = [...searchParams.keys()];
  if (names.some((name) => !PARAMETERS.has(name)) || new Set(names).size < names.length) return undefined;
  const endpoint = searchParams.get('endpoint') ?? undefined;
  const region = searchParams.get('region') ?? undefined;
  // Few servers other than Amazon's have a host for each bucket.
  const pathStyle = searchParams.get('path_style') ?? (endpoint === undefined ? 'off' : 'on');
  const path = pathname.replace(/^\/+|\/+$/g, '');
  const isRight =
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) &&
    /^(?:[\w.~-]+(?:\/[\w.~-]+)*)?$/.test(path) &&
    (endpoint === undefined || isEndpoint(endpoint)) &&
    (region === undefined || /^[\w-]+$/.test(region)) &&
    /^(?:on|off)$/.test(pathStyle);
  if (!isRight) return undefined;
  return { kind: 's3', bucket, prefix: path && `${path}/`, endpoint, region, pathStyle: pathStyle === 'on' };
}

function isEndpoint(text: string): boolean {
  const url = parseUrl(text);
  return (
    url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash
  );
}

/** How clients reach the bucket: at the endpoint of STORAGE_URL (`on`), or at another one; null if they cannot. */
export type DirectSetting = 'on' | { endpoint: string } | null;

function parseDirect(text: string): DirectSetting | undefined {
  if (text === 'off') return null;
  if (text === 'on') return text;
  return isEndpoint(text) ? { endpoint: text } : undefined;
}

export const storageSettings = {
  storageUrl: optional('STORAGE_URL', 'where the files of streams are kept', 'the folder files in DATA_DIR', {
    allowed: STORAGE_FORMS,
    parse: parseStorageUrl,
    secret: true,
  }),
  storageDirect: withDefault(
    'STORAGE_DIRECT',
    'off',
    'whether clients may exchange files with the bucket of STORAGE_URL by signed addresses',
    {
      allowed: 'off, on, or the http or https URL at which clients reach the server of the bucket',
      parse: parseDirect,
    },
  ),
};
