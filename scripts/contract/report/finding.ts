// What a run finds. A finding is named without ids, so that the next run finds it again.
/** In the order of the report. */
export const PARTS = ['examples', 'structure', 'statuses', 'links', 'schemathesis', 'recorded'] as const;
export type Part = (typeof PARTS)[number];

export interface Failure {
  title: string;
  detail: string;
  /** A curl line, without secrets. */
  request?: string;
  /** Status, media type and the start of the body, without secrets. */
  answer?: string;
}

/** Findings by operation and part. */
export type Baseline = Record<string, Partial<Record<Part, readonly string[]>>>;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
/** Of paths, queries and JSON pointers; statuses stand behind spaces. */
const NUMBER = /(?<=[/=])\d+\b/g;
/** The name of something that a run has made ends with letters and digits of its time. */
const NEW_NAME = /\b(?=[a-z]*\d)[a-z\d]{7}\b/g;

/** Schemathesis makes other requests when the description changes: its findings are told apart by their titles. */
export function findingOf(part: Part, { title, detail }: Pick<Failure, 'title' | 'detail'>): string {
  if (part === 'schemathesis') return title;
  const [line = ''] = detail.split('\n');
  const named = line.replace(/https?:\/\/[^/\s"]+/g, '').replace(UUID, '{id}');
  return `${title}: ${named.replace(NUMBER, '{id}').replace(NEW_NAME, '{name}')}`;
}
