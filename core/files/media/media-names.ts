// Media types have many names; each has one canonical name here, which is stored and sent (D32).
import { ApiError } from '../../errors.ts';

/** Other names that clients send, by the canonical name. */
const NAMES: Readonly<Record<string, string>> = {
  'image/jpeg': 'image/jpg image/pjpeg image/x-jpeg image/jfif',
  'image/png': 'image/x-png',
  'image/apng': 'image/vnd.mozilla.apng',
  'image/bmp': 'image/x-bmp image/x-ms-bmp image/x-windows-bmp',
  'image/tiff': 'image/tif image/x-tiff',
  'image/x-icon': 'image/vnd.microsoft.icon image/ico',
  'image/svg+xml': 'image/svg image/svg-xml application/svg+xml',
  'image/vnd.adobe.photoshop': 'image/x-photoshop image/psd application/x-photoshop application/photoshop',
  'audio/mpeg': 'audio/mp3 audio/x-mp3 audio/x-mpeg audio/mpeg3 audio/x-mpeg-3 audio/mpg',
  'audio/wav': 'audio/x-wav audio/wave audio/vnd.wave audio/x-pn-wav',
  'audio/aiff': 'audio/x-aiff',
  'audio/flac': 'audio/x-flac',
  'audio/aac': 'audio/x-aac audio/aacp audio/x-hx-aac-adts',
  'audio/mp4': 'audio/x-m4a audio/m4a audio/x-mp4',
  'audio/midi': 'audio/mid audio/x-midi audio/x-mid',
  'audio/ogg': 'audio/opus audio/vorbis audio/x-vorbis+ogg audio/x-ogg',
  'audio/matroska': 'audio/x-matroska',
  'video/matroska': 'video/x-matroska video/mkv',
  'video/vnd.avi': 'video/x-msvideo video/avi video/msvideo',
  'video/mpeg': 'video/x-mpeg video/mpg video/mp1s video/mp2p',
  'application/vnd.ms-asf': 'video/x-ms-asf audio/x-ms-asf video/x-ms-wmv audio/x-ms-wma application/x-ms-asf',
  'application/zip': 'application/x-zip-compressed application/x-zip application/zip-compressed',
  'application/gzip': 'application/x-gzip application/x-tgz application/x-compressed-tar application/x-gtar-compressed',
  'application/x-tar': 'application/tar application/x-gtar',
  'application/x-rar-compressed': 'application/vnd.rar application/x-rar application/rar',
  'application/x-bzip2': 'application/bzip2 application/x-bzip',
  'application/pdf': 'application/x-pdf text/pdf',
  'application/rtf': 'text/rtf application/x-rtf',
  'application/xml': 'text/xml',
  'application/json': 'text/json application/x-json',
  'application/yaml': 'text/yaml text/x-yaml application/x-yaml',
  'text/javascript': 'application/javascript application/x-javascript application/ecmascript text/ecmascript',
  'text/csv': 'text/x-csv application/csv application/x-csv text/comma-separated-values',
  'text/markdown': 'text/x-markdown',
  'application/x-sqlite3': 'application/vnd.sqlite3',
  'application/postscript': 'application/eps application/x-eps image/x-eps',
  'application/x-cfb': 'application/x-ole-storage',
  'application/x-msdownload':
    'application/vnd.microsoft.portable-executable application/x-dosexec application/x-msdos-program application/x-exe application/exe application/x-winexe',
  'application/x-elf': 'application/x-executable application/x-sharedlib application/x-pie-executable',
  'application/x-mach-binary': 'application/x-mach-o',
  'application/java-vm': 'application/java application/x-java-vm',
  'font/ttf': 'application/x-font-ttf application/x-font-truetype font/sfnt application/font-sfnt',
  'font/otf': 'application/x-font-otf application/x-font-opentype',
  'font/woff': 'application/font-woff application/x-font-woff',
  'font/woff2': 'application/font-woff2',
  'application/x-shockwave-flash': 'application/vnd.adobe.flash.movie',
  'application/vnd.tcpdump.pcap': 'application/x-pcap',
  // A body without a type, from clients that always send one: curl -d sends the second.
  'application/octet-stream':
    'binary/octet-stream application/x-www-form-urlencoded application/x-binary application/unknown',
};

const USED_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([used, others]) => others.split(' ').map((other) => [other, used] as const)),
);

export const ANY_BYTES = 'application/octet-stream';

/** Names of text types that neither begin with `text/` nor end with +json, +xml or +yaml. */
const TEXTS: ReadonlySet<string> = new Set(
  (
    'json xml yaml toml sql graphql x-ndjson json-seq x-sh x-subrip x-tex x-latex x-httpd-php n-triples n-quads trig ' +
    'sparql-query x-perl x-python xml-dtd'
  )
    .split(' ')
    .map((name) => `application/${name}`),
);

/** @param name lower case, with parameters or without */
export function normalizedName(name: string): string {
  const bare = (name.split(';')[0] ?? '').trim().toLowerCase();
  return USED_NAMES.get(bare) ?? bare;
}

/** Media types of text, which has no signature. @param name canonical */
export const isText = (name: string): boolean =>
  name.startsWith('text/') || TEXTS.has(name) || /\+(?:json|xml|yaml)$/.test(name);

/** A restricted name of RFC 6838, twice. */
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** A fault of the declared type, or of content that is not of it. */
export const atContentType = (detail: string) => ({ detail, source: { header: 'Content-Type' } });

/**
 * The canonical name of a declared type.
 * @param given without parameters; undefined for none
 * @returns undefined for a type that does not describe the content
 * @throws ApiError bad_request, unsupported_media_type for a form
 */
export function declaredName(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const name = given.toLowerCase();
  if (!MEDIA_TYPE.test(name)) throw new ApiError('bad_request', atContentType('Content-Type is not a media type.'));
  if (name.startsWith('multipart/')) {
    throw new ApiError('unsupported_media_type', atContentType('Send the file itself as the body, not a form.'));
  }
  const used = normalizedName(name);
  return used === ANY_BYTES ? undefined : used;
}

/** Types by the extension of file names, for content without a signature, or with a shared one. */
const ENDINGS: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  log: 'text/plain',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  htm: 'text/html',
  html: 'text/html',
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  geojson: 'application/geo+json',
  jsonld: 'application/ld+json',
  ndjson: 'application/x-ndjson',
  webmanifest: 'application/manifest+json',
  xml: 'application/xml',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  svg: 'image/svg+xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  toml: 'application/toml',
  sql: 'application/sql',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  tex: 'application/x-tex',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  kmz: 'application/vnd.google-earth.kmz',
};

/** @returns the type of a file name's extension */
export function nameOfExtension(fileName: string): string | undefined {
  const ending = /\.([a-z0-9]{1,12})$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
}

/** Whether a type is in a list with patterns such as `video/*`. @param name canonical */
export const isAmong = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : normalizedName(pattern) === name,
  );
