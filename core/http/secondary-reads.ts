// Requests whose content may be read from secondaries (D576): reads without a token, since an anonymous caller has not
// just written anything, as long as no permission lets anonymous callers write.
import type { Exchange } from './exchange.ts';
import type { Operation } from './operation.ts';

/**
 * First segments of the paths of content. Files are not among them: the user of a signed address may just have uploaded
 * the file.
 */
const CONTENT: ReadonlySet<string> = new Set([
  '{object_type_name}',
  'annotations',
  'categories',
  'folders',
  'objects',
  'tags',
  'translations',
  'trees',
]);

const isContentRead = ({ method, path }: Operation): boolean =>
  method === 'get' && CONTENT.has(path.split('/')[1] ?? '');

export interface SecondaryReads {
  mayAnonymousWrite(): boolean;
}

/** @param secondaries undefined: everything is read from the primary */
export const mayReadSecondaries = (
  { operation, context: { caller, token } }: Exchange,
  { secondaries }: { secondaries: SecondaryReads | undefined },
): boolean =>
  secondaries !== undefined &&
  isContentRead(operation) &&
  caller.userId === null &&
  token === undefined &&
  !secondaries.mayAnonymousWrite();
