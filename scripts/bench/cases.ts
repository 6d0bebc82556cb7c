// The measured cases (D456), each as requests and a target share: of floor F2, or of another case that no floor can
// serve.
import { FREQUENT_WORD, RARE_WORD, sampleAttributes, SHELVES } from './fill/sample-documents.ts';

/** The data of requests. */
export interface BenchData {
  /** Number of documents, of any status. */
  count: number;
  /** Ids of public documents. */
  publicIds: readonly number[];
  /** Access tokens of an editor, who sees everything, and of an author, who sees own drafts in addition to public ones. */
  tokens: { editor: string; author: string };
  /** Further data, when a case needs it. */
  structure: Structure | undefined;
  /** The reason why no property has an index; undefined when one has. */
  withoutIndex: string | undefined;
  /** Of a page far behind the first; undefined when links to the next page have no cursors. */
  cursor: string | undefined;
  /** Lists support `page[total]=none`. */
  hasOptionalTotal: boolean;
  /** ETag of the first page; undefined when lists have none. */
  listTag: string | undefined;
}

export interface Structure {
  /** Ids of documents with more links than a page shows. */
  linkedIds: readonly number[];
  /** Folder of very many documents. */
  folderId: number;
  /** Folder with all documents somewhere below it. */
  topId: number;
}

export interface BenchRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface BenchCase {
  name: string;
  title: string;
  /** Share to reach at 10 connections, in percent: of F2, or of the case that it is measured against. */
  target: number;
  /** Of writes: the share of the plain floor (plain-express.ts) to reach, in percent, by connections. */
  plainTarget?: Readonly<Record<number, number>>;
  /** Another case to compare with, for requests without a floor: as the service answers it, or as F2 does, which makes it each time. */
  against?: string;
  /** `against` is that of F2: the service keeps its own responses. */
  isAgainstFloor?: true;
  /** Makes a request; a different one each time where needed. */
  request(data: BenchData): BenchRequest;
  /** How many requests a connection sends in turn; without it, a new one is made for each. */
  repeated?: number;
  /** PATCH requests in a second that another client sends meanwhile. */
  writes?: number;
  /** Each request needs another document, so that the number of documents limits a round. */
  usesUp?: true;
  /** Links and folders must be there. */
  inStructure?: true;
  /** The reason why the service cannot be measured; undefined when it can. */
  missing?(data: BenchData): string | undefined;
}

export const PAGE_SIZE = 20;
/** An empty cursor stands before the first item. */
export const FIRST_BY_CURSOR = `/documents?page[size]=${PAGE_SIZE}&page[after]=`;
/** Nearly at the end: 5,800 of the public documents, and 9,000 of all. */
export const DEEP = { public: 0.97, all: 0.9 };
const COMMON_TITLE = 'A title that many documents have';
const JSON_API = 'application/vnd.api+json';

const read = (path: string): BenchRequest => ({ method: 'GET', path });

const by = (token: string, request: BenchRequest): BenchRequest => ({
  ...request,
  headers: { ...request.headers, authorization: `Bearer ${token}` },
});

/** The same address each time. */
const fixed = (path: string): Pick<BenchCase, 'request' | 'repeated'> => ({ request: () => read(path), repeated: 1 });

const oneOf = (ids: readonly number[] = []): number => ids[Math.floor(Math.random() * ids.length)] ?? 0;

const pageAt = (offset: number): number => Math.floor(offset / PAGE_SIZE) + 1;

const anyShelf = (): number => Math.floor(Math.random() * SHELVES);

function write(method: 'POST' | 'PATCH', path: string, data: object | object[], { tokens }: BenchData): BenchRequest {
  return by(tokens.editor, { method, path, headers: { 'content-type': JSON_API }, body: JSON.stringify({ data }) });
}

/** Numbers that no earlier run has used in a title, so that every change is one. */
let serial = Date.now();

function post(title: string | undefined, data: BenchData, more: object = {}): BenchRequest {
  const number = serial++;
  const attributes = { ...sampleAttributes(number % 1_000), status: 'on', title: title ?? `A new document ${number}` };
  return write('POST', '/documents', { type: 'documents', attributes, ...more }, data);
}

/**
 * Of an existing document that is not deleted. Linked documents have odd positions; those that link to them have even
 * ones.
 */
function anyId(data: BenchData, parity?: 0 | 1): number {
  const at = Math.floor(Math.random() * (data.publicIds.length - sparesOf(data)));
  return data.publicIds[parity === undefined ? at : at - (at % 2) + parity] ?? 0;
}

const anyDocument = (data: BenchData) => ({ id: String(anyId(data, 1)), type: 'documents' });

/** Half of the public documents remain for deletion. */
export const sparesOf = ({ publicIds }: Pick<BenchData, 'publicIds'>): number => Math.floor(publicIds.length / 2);

/** Each document of a run is deleted once, from the last on. */
const deleted = new WeakMap<readonly number[], number>();

function nextSpare({ publicIds }: BenchData): number {
  const count = (deleted.get(publicIds) ?? 0) + 1;
  deleted.set(publicIds, count);
  return publicIds.at(-count) ?? 0;
}

const withoutCursor = ({ cursor }: BenchData): string | undefined =>
  cursor === undefined ? 'the links of the service have no cursors' : undefined;

export const CASES: readonly BenchCase[] = [
  {
    name: 'get',
    title: 'GET one by id',
    target: 120,
    request: (data) => read(`/documents/${anyId(data)}`),
    repeated: 500,
  },
  { name: 'list', title: 'list', target: 300, ...fixed('/documents') },
  {
    name: 'list-editor',
    title: 'list, editor',
    target: 85,
    request: ({ tokens }) => by(tokens.editor, read('/documents')),
    repeated: 1,
  },
  {
    name: 'list-author',
    title: 'list, author with own drafts',
    target: 85,
    request: ({ tokens }) => by(tokens.author, read('/documents')),
    repeated: 1,
  },
  {
    name: 'filtered',
    title: 'list by status, newest first',
    target: 300,
    ...fixed('/documents?filter[status]=on&sort=-modified'),
  },
  { name: 'title', title: 'list by title', target: 85, ...fixed('/documents?sort=title') },
  { name: 'search-rare', title: 'search, rare word', target: 300, ...fixed(`/documents?filter[query]=${RARE_WORD}`) },
  {
    name: 'search-frequent',
    title: 'search, frequent word',
    target: 300,
    ...fixed(`/documents?filter[query]=${FREQUENT_WORD}`),
  },
  {
    name: 'deep',
    title: 'deep page by number',
    target: 300,
    request: ({ publicIds }) => read(`/documents?page=${pageAt(publicIds.length * DEEP.public)}`),
    repeated: 1,
  },
  {
    name: 'deep-editor',
    title: 'deep page by number, editor',
    target: 90,
    request: ({ tokens, count }) => by(tokens.editor, read(`/documents?page=${pageAt(count * DEEP.all)}`)),
    repeated: 1,
  },
  {
    name: 'cursor-first',
    title: 'first page by cursor',
    target: 100,
    against: 'list',
    ...fixed(FIRST_BY_CURSOR),
    missing: withoutCursor,
  },
  {
    name: 'cursor-deep',
    title: 'deep page by cursor',
    target: 85,
    against: 'cursor-first',
    request: ({ cursor = '' }) => read(`/documents?page[size]=${PAGE_SIZE}&page[after]=${encodeURIComponent(cursor)}`),
    repeated: 1,
    missing: withoutCursor,
  },
  {
    name: 'total-none',
    title: 'list without its total',
    target: 100,
    against: 'list',
    ...fixed('/documents?page[total]=none'),
    missing: ({ hasOptionalTotal }) => (hasOptionalTotal ? undefined : 'the service refuses page[total]'),
  },
  {
    name: 'property',
    title: 'filter by a property',
    target: 85,
    request: () => read(`/documents?filter[rack]=${anyShelf()}`),
    repeated: 50,
  },
  {
    name: 'property-indexed',
    title: 'filter by a property with an index',
    target: 85,
    request: () => read(`/documents?filter[shelf]=${anyShelf()}`),
    repeated: 50,
    missing: ({ withoutIndex }) => withoutIndex,
  },
  {
    name: 'include',
    title: 'list with include',
    target: 300,
    ...fixed('/documents?include=see_also'),
    inStructure: true,
  },
  {
    name: 'related',
    title: 'related objects',
    target: 300,
    request: ({ structure }) => read(`/documents/${oneOf(structure?.linkedIds)}/see_also`),
    repeated: 50,
    inStructure: true,
  },
  {
    name: 'children',
    title: 'children of a large folder',
    target: 300,
    request: ({ structure }) => read(`/folders/${structure?.folderId}/children`),
    repeated: 1,
    inStructure: true,
  },
  {
    name: 'subtree',
    title: 'list by ancestor',
    target: 85,
    request: ({ structure }) => read(`/documents?filter[ancestor]=${structure?.topId}`),
    repeated: 1,
    inStructure: true,
  },
  {
    name: 'objects',
    title: 'objects of several types',
    target: 85,
    request: () => ({ ...read('/objects'), headers: { accept: JSON_API } }),
    repeated: 1,
  },
  {
    name: 'not-modified',
    title: 'list that the client has',
    target: 500,
    against: 'list',
    isAgainstFloor: true,
    request: ({ listTag = '' }) => ({ ...read('/documents'), headers: { 'if-none-match': listTag } }),
    repeated: 1,
    missing: ({ listTag }) => (listTag === undefined ? 'lists have no ETag' : undefined),
  },
  // Those that change or add documents come last.
  { name: 'list-written', title: 'list, 10 writes a second', target: 110, ...fixed('/documents'), writes: 10 },
  {
    name: 'patch',
    title: 'PATCH of the title',
    target: 75,
    plainTarget: { 10: 80, 50: 100 },
    request(data) {
      const id = anyId(data);
      const attributes = { title: `A changed title ${serial++}` };
      return write('PATCH', `/documents/${id}`, { id: String(id), type: 'documents', attributes }, data);
    },
  },
  {
    name: 'post',
    title: 'POST',
    target: 75,
    plainTarget: { 10: 80, 50: 100 },
    request: (data) => post(undefined, data),
  },
  {
    name: 'post-repeated',
    title: 'POST, a fifth of the titles exist',
    target: 75,
    request: (data) => post(serial % 5 === 0 ? COMMON_TITLE : undefined, data),
  },
  {
    name: 'post-related',
    title: 'POST with one relation',
    target: 50,
    request: (data) => post(undefined, data, { relationships: { see_also: { data: [anyDocument(data)] } } }),
  },
  {
    name: 'relate',
    title: 'POST of a link',
    target: 60,
    plainTarget: { 10: 80 },
    request: (data) => write('POST', `/documents/${anyId(data, 0)}/relationships/see_also`, [anyDocument(data)], data),
  },
  {
    name: 'delete',
    title: 'DELETE',
    target: 75,
    plainTarget: { 10: 80 },
    usesUp: true,
    request: (data) => by(data.tokens.editor, { method: 'DELETE', path: `/documents/${nextSpare(data)}` }),
  },
];
