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
}

const PAGE_SIZE = 20;
const DEEP = 0.9;

const read = (path: string): BenchRequest => ({ method: 'GET', path });

const authorization = ({ token }: BenchData) => ({ authorization: `Bearer ${token}` });

const randomId = ({ publicIds }: BenchData): number => publicIds[Math.floor(Math.random() * publicIds.length)] ?? 0;

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
