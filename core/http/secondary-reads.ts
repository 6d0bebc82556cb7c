// Requests whose content may be read from secondaries (D576): reads without a token, since an anonymous caller has not
// just written anything, as long as no permission lets anonymous callers write.
import type { RequestContext } from '../context.ts';
import { fromSecondaries } from '../store/secondary-reads.ts';

type Handler = (input: never) => unknown;

interface Described {
  paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

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

const readsContent = ({ paths }: Described): Set<string> =>
  new Set(
    Object.entries(paths)
      .filter(([path]) => CONTENT.has(path.split('/')[1] ?? ''))
      .flatMap(([, { get }]) => (get as { operationId?: string } | undefined)?.operationId ?? []),
  );

const isAnonymous = ({ caller, token }: RequestContext): boolean => caller.userId === null && token === undefined;

/** The handlers; those that read content use secondaries for the requests that allow it. */
export function secondaryReads<Handlers extends object>(
  handlers: Handlers,
  description: Described,
  { mayAnonymousWrite }: { mayAnonymousWrite(): boolean },
): Handlers {
  const reading = readsContent(description);
  const wrapped = Object.entries(handlers as Record<string, Handler>).map(([operationId, handle]) => {
    if (!reading.has(operationId)) return [operationId, handle];
    const lagging = (input: { context: RequestContext }): unknown =>
      isAnonymous(input.context) && !mayAnonymousWrite()
        ? fromSecondaries(() => handle(input as never))
        : handle(input as never);
    return [operationId, lagging];
  });
  return Object.fromEntries(wrapped) as Handlers;
}
