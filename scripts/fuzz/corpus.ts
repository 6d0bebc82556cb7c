// Hostile values, by kind of attack. Made by a seed, so that a request can be made again.
import type { Random } from '../faults/random.ts';

/** Kinds of attacks; `files` and `framing` are in separate files. */
export const CATEGORIES = [
  'operators',
  'prototypes',
  'encodings',
  'headers',
  'sizes',
  'depth',
  'patterns',
  'traversal',
  'files',
  'framing',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const pick = <T>(values: readonly T[], random: Random): T => values[random.below(values.length)] as T;

/** The only one takes nothing of chance. */
const oneOf = <T>(values: readonly T[], random: Random): T =>
  values.length === 1 ? (values[0] as T) : pick(values, random);

/** In paths and queries, encoded already; some cannot be. */
const IN_URL: Readonly<Record<Category, readonly string[]>> = {
  operators: [
    '%7B%22%24gt%22%3A%22%22%7D',
    '$where',
    '%24ne',
    "1'%20or%20'1'='1",
    '1;sleep(5000)',
    '{$gt:0}',
    '[$regex]=.*',
  ],
  prototypes: ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__.polluted', 'valueOf'],
  encodings: [
    '%00',
    '%c0%af',
    '%ed%a0%80',
    '%',
    '%zz',
    '%u0041',
    '%fe%ff',
    '%E2%80%AE',
    '%0d%0aX-Injected:%201',
    '%F4%90%80%80',
  ],
  headers: ['1', 'me', '%2F'],
  sizes: [
    '9007199254740993',
    '-1',
    '1e308',
    '0x10',
    'NaN',
    'Infinity',
    '99999999999999999999',
    '0',
    '-0',
    '1.0000000000000001',
  ],
  depth: ['a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p', 'children.children.children.children.children.children.children.children'],
  patterns: ['(((((((((((((((((((((((((', '(a%2B)%2B%24', '.*.*.*.*.*.*.*!', '%25%25%25%25%25%25%25%25', '*'],
  traversal: [
    '..',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '....//....//etc/passwd',
    '..%5c..%5cwin.ini',
    '%252e%252e%252f',
    'file:%2f%2f%2fetc%2fpasswd',
  ],
  files: ['a.png', '.htaccess', 'a.php%00.png', 'CON', 'a%22%3B%20filename%3D%22b.html', '%E2%80%AEgnp.exe'],
  framing: ['1'],
};

/** Long ones are made, not listed. */
const LONG: Readonly<Partial<Record<Category, (random: Random) => string>>> = {
  sizes: (random) => 'a'.repeat(pick([256, 2_000, 7_000, 9_000], random)),
  depth: (random) => Array.from({ length: pick([20, 200, 900], random) }, () => 'a').join('.'),
  patterns: (random) => pick(['a', '%20', '-', '%25', '(', '1'], random).repeat(pick([500, 2_500], random)) + '!',
  encodings: (random) => pick(['%CC%81', '%F0%9F%98%80', '%EF%BB%BF'], random).repeat(pick([10, 400], random)),
};

export function inUrl(category: Category, random: Random): string {
  const long = LONG[category];
  return long && random.below(3) === 0 ? long(random) : pick(IN_URL[category], random);
}

/** Values that fit, so that a request gets to where a hostile one beside them counts. */
const FITTING = ['1', 'title', '-id', 'a', 'true', 'en', '1,2'] as const;

/** Of a member that the operation has; brackets are not encoded. */
function ownMember(category: Category, name: string, random: Random): string {
  const value = inUrl(category, random);
  if (name !== 'filter') return `${name}=${value}`;
  const field = pick(['id', 'title', 'status', 'created', 'uname', 'parent', value], random);
  const operator = pick(['', '', '[gt]', '[like]', '[in]', '[exists]', `[${value}]`], random);
  return `filter[${field}]${operator}=${value}`;
}

/** Members of a query: mostly those that the operation has, since it refuses others. */
export function inQuery(category: Category, names: readonly string[], random: Random): string {
  if (names.length === 0 || random.below(5) === 0) return strangeMember(category, names, random);
  const beside = random.below(2) === 0 ? [`${pick(names, random)}=${pick(FITTING, random)}`] : [];
  return [...beside, ownMember(category, pick(names, random), random)].join('&');
}

function strangeMember(category: Category, names: readonly string[], random: Random): string {
  const name =
    names.length > 0 && random.below(4) > 0 ? pick(names, random) : pick(['filter', 'sort', 'include', 'x'], random);
  const value = inUrl(category, random);
  const members: readonly string[] = [
    `${name}=${value}`,
    `filter[${value}]=1`,
    `filter[title][${pick(['gt', 'like', 'in', 'exists', '$gt', 'between'], random)}]=${value}`,
    `filter[title][${value}]=a`,
    `sort=${value}`,
    `include=${value}`,
    `fields=${value}`,
    `fields[${value}]=title`,
    `lang=${value}`,
    `q=${value}`,
    `page_size=${value}`,
    `page=${value}`,
    `page[after]=${value}`,
    `count=${value}`,
    `ids=${value}`,
    `${name}=1&${name}=${value}`,
    `${name}[]=${value}`,
    `${name}${'[a]'.repeat(pick([3, 60, 400], random))}=1`,
    `filter[id]=${Array.from({ length: pick([10, 900], random) }, (_, at) => at).join(',')}`,
    value,
  ];
  return pick(members, random);
}

const nested = (open: string, close: string, times: number): string => open.repeat(times) + close.repeat(times);
const quoted = (text: string): string => JSON.stringify(text);

/** JSON texts for a place in a body. Not all are JSON. */
const IN_JSON: Readonly<Record<Category, readonly string[]>> = {
  operators: [
    '{"$gt":""}',
    '{"$where":"sleep(5000)"}',
    '{"$ne":null}',
    '{"$regex":"(a+)+$"}',
    '{"a.b":1}',
    '{"$set":{"role_ids":[1]}}',
    '[{"$match":{}}]',
    '{"_id":{"$oid":"000000000000000000000000"}}',
    '{"$numberDecimal":"1"}',
    '"$$ROOT"',
  ],
  prototypes: [
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"toString":null}',
    '{"hasOwnProperty":1}',
    '{"then":1}',
    '{"length":-1}',
    '{"toJSON":"x"}',
    '"__proto__"',
  ],
  encodings: [
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    '"a\\r\\nb"',
    '"\\u202e\\u2066"',
    '"\ufeff"',
    '"\u0001"',
    '"\\x41"',
    "'a'",
    '"\ufdfa"',
  ],
  headers: ['null'],
  sizes: [
    '1e308',
    '1e999',
    '-0',
    '9007199254740993',
    '1e-400',
    '-9223372036854775809',
    '""',
    quoted('a'.repeat(100_000)),
    quoted('é'.repeat(400_000)),
    `[${'1,'.repeat(20_000)}1]`,
    `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
    `[${'{"id":"1","type":"documents"},'.repeat(3_000)}{"id":"1","type":"documents"}]`,
    '"9999-99-99T99:99:99Z"',
    '"+275760-09-13T00:00:00.001Z"',
  ],
  depth: [
    nested('[', ']', 200),
    nested('[', ']', 100_000),
    nested('{"a":', '}', 500).replace('}', '1}'),
    '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000),
    '['.repeat(100_000),
  ],
  patterns: [
    quoted(`${'a'.repeat(50_000)}!`),
    quoted(`${' '.repeat(50_000)}x`),
    quoted(`${'a@'.repeat(20_000)}`),
    quoted(`${'<a '.repeat(20_000)}`),
    quoted(`${'<'.repeat(50_000)}`),
    quoted(`http://${'a.'.repeat(20_000)}`),
    quoted(`2020-01-01T00:00:00.${'0'.repeat(50_000)}Z`),
    quoted(`${'-'.repeat(50_000)}a`),
    quoted('(a+)+$'),
    quoted(`${'1'.repeat(50_000)}e`),
  ],
  traversal: [
    '"../../../../etc/passwd"',
    '"file:///etc/passwd"',
    '"http://169.254.169.254/latest/meta-data"',
    '"javascript:alert(1)"',
    '"\\\\\\\\host\\\\share"',
    '"http://127.0.0.1:1/"',
    '"gopher://127.0.0.1/"',
  ],
  files: ['"data:image/svg+xml,<svg onload=alert(1)>"'],
  framing: ['null'],
};

export const inJson = (category: Category, random: Random): string => oneOf(IN_JSON[category], random);

type Header = readonly [name: string, value: string];
const of = (name: string, ...values: readonly string[]): Header[] => values.map((value) => [name, value]);

/** Header fields as they stand in the message, by their names. */
const HEADERS: readonly (readonly Header[])[] = [
  of('X-Forwarded-For', Array.from({ length: 300 }, (_, at) => `10.0.0.${at % 255}`).join(', ')),
  of('X-Forwarded-Host', 'evil.example'),
  of('X-Forwarded-Proto', 'javascript'),
  of('X-HTTP-Method-Override', 'DELETE'),
  of('X-Original-URL', '/admin/applications'),
  of('Forwarded', 'for="_;drop";host=evil.example'),
  of('Accept', `"${'\\"'.repeat(10)}"`, `"${'\\"'.repeat(3_000)}"`),
  of('Accept', 'a/b;q=0.1,'.repeat(10), 'a/b;q=0.1,'.repeat(900)),
  of('Accept', 'application/vnd.api+json; ext="https://evil.example"'),
  of('Accept', 'text/html'),
  of('Accept', 'application/json'),
  of('Content-Type', 'application/vnd.api+json; charset=utf-7'),
  of('Content-Type', 'multipart/form-data; boundary='),
  of('Content-Type', 'application/x-www-form-urlencoded'),
  of('Content-Type', `text/${'x'.repeat(5_000)}`),
  of('Content-Encoding', 'gzip, gzip, br'),
  of('Accept-Encoding', 'gzip;q=nan', 'identity;q=0, *;q=0', 'br,'.repeat(900)),
  of('Accept-Language', 'x'.repeat(6_000), '*;q=9', 'de-'.repeat(900)),
  of('If-Match', '"', '*, "1"', 'W/"1"', '"1",'.repeat(900), '"-1"', '"9007199254740993"'),
  of('If-None-Match', '"', '*', `"${'a'.repeat(5_000)}"`),
  of('If-Modified-Since', 'Thu, 01 Jan 1970 99:99:99 GMT', '0'.repeat(5_000)),
  of('Range', 'bytes=0-0,-1', 'bytes=-', 'bytes=5-1', `bytes=${'0-0,'.repeat(1_200)}0-0`, 'bytes=-9007199254740993'),
  of('Idempotency-Key', '', '"', 'a'.repeat(4_000), '../../x', '"\u00e9"'),
  of('Cookie', '__Host-colophon=x', 'colophon_session=a.b.c.d.e', 'a=b; '.repeat(900)),
  of('Authorization', 'Bearer', 'Bearer  ', 'Basic Og==', `Bearer ${'a'.repeat(7_000)}`, 'Bearer a.b.c', 'Digest x'),
  of('X-Api-Key', '', 'x'.repeat(5_000), '{"$ne":""}', '__proto__'),
  of('Origin', 'null', 'https://evil.example', 'javascript:1'),
  of('traceparent', '00-00000000000000000000000000000000-0000000000000000-ff'),
  of('X-Request-Id', '{"level":60}'),
  of('Last-Event-ID', '-1', '9007199254740993', '{"$gt":0}'),
  of('Expect', '200-maybe'),
  of('Host', 'evil.example:99999'),
  of('User-Agent', 'a'.repeat(7_000)),
  of('Prefer', 'x'.repeat(2_000)),
  of('Upgrade', 'h2c'),
  of('Connection', 'Upgrade, HTTP2-Settings'),
  [10, 4_000].map((length) => [`X-${'n'.repeat(length)}`, 'v']),
];

export const hostileHeader = (random: Random): Header => oneOf(pick(HEADERS, random), random);
