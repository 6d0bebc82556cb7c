// What is measured: the work of the performance budget (design), each as requests and a share of floor F2 to reach.
import { sampleAttributes, SEARCH_WORD } from './sample-documents.ts';

/** What requests are made of. */
export interface BenchData {
  /** Number of documents, of whatever status. */
  count: number;
  /** Ids that everybody sees. */
  publicIds: readonly number[];
  /** Access token of an administrator. */
  token: string;
  /** What there is besides documents, when a case needs it. */
  structure: Structure | undefined;
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
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface BenchCase {
  name: string;
  title: string;
  /** Share of F2 to reach, in percent. */
  target: number;
  /** Makes a request; another one each time where they are to differ. */
  request(data: BenchData): BenchRequest;
  /** How many requests a connection sends in turn; without it, a new one is made for each. */
  repeated?: number;
  /** Links and folders must be there. */
  inStructure?: true;
}

const PAGE_SIZE = 20;
const DEEP = 0.9;

const read = (path: string): BenchRequest => ({ method: 'GET', path });

const authorization = ({ token }: BenchData) => ({ authorization: `Bearer ${token}` });

const oneOf = (ids: readonly number[] = []): number => ids[Math.floor(Math.random() * ids.length)] ?? 0;

const randomId = ({ publicIds }: BenchData): number => oneOf(publicIds);

function write(method: 'POST' | 'PATCH', path: string, data: object, bench: BenchData): BenchRequest {
  const headers = { ...authorization(bench), 'content-type': 'application/vnd.api+json' };
  return { method, path, headers, body: JSON.stringify({ data }) };
}

/** Numbers that no earlier run has used in a title, so that every change is one. */
let serial = Date.now();

export const CASES: readonly BenchCase[] = [
  {
    name: 'get',
    title: 'GET one by id',
    target: 80,
    request: (data) => read(`/documents/${randomId(data)}`),
    repeated: 500,
  },
  { name: 'list', title: 'list page of 20, total', target: 110, request: () => read('/documents'), repeated: 1 },
  {
    name: 'filtered',
    title: 'list by status, sorted, total',
    target: 120,
    request: () => read('/documents?filter[status]=on&sort=-modified'),
    repeated: 1,
  },
  {
    name: 'search',
    title: 'full-text search page',
    target: 90,
    request: () => read(`/documents?filter[query]=${SEARCH_WORD}`),
    repeated: 1,
  },
  {
    name: 'deep',
    title: 'page at offset 9,000, total',
    target: 150,
    // Only those who see drafts have so many documents.
    request: (data) => ({
      ...read(`/documents?page=${Math.floor((data.count * DEEP) / PAGE_SIZE) + 1}`),
      headers: authorization(data),
    }),
    repeated: 1,
  },
  {
    name: 'include',
    title: 'list with include, total',
    target: 90,
    request: () => read('/documents?include=see_also'),
    repeated: 1,
    inStructure: true,
  },
  {
    name: 'related',
    title: 'related objects, total',
    target: 90,
    request: ({ structure }) => read(`/documents/${oneOf(structure?.linkedIds)}/see_also`),
    repeated: 50,
    inStructure: true,
  },
  {
    name: 'children',
    title: 'children of a large folder, total',
    target: 90,
    request: ({ structure }) => read(`/folders/${structure?.folderId}/children`),
    repeated: 1,
    inStructure: true,
  },
  {
    name: 'subtree',
    title: 'list by ancestor, total',
    target: 90,
    request: ({ structure }) => read(`/documents?filter[ancestor]=${structure?.topId}`),
    repeated: 1,
    inStructure: true,
  },
  {
    name: 'patch',
    title: 'PATCH of the title',
    target: 90,
    request(data) {
      const id = randomId(data);
      const attributes = { title: `A changed title ${serial++}` };
      return write('PATCH', `/documents/${id}`, { id: String(id), type: 'documents', attributes }, data);
    },
  },
  {
    // Last, since it adds documents.
    name: 'post',
    title: 'POST',
    target: 90,
    request(data) {
      const number = serial++;
      const attributes = { ...sampleAttributes(number % 1_000), status: 'on', title: `A new document ${number}` };
      return write('POST', '/documents', { type: 'documents', attributes }, data);
    },
  },
];
