// Responses without a resource.
import type { RequestContext } from '../context.ts';
import { linksOnlyDocument, metaDocument } from '../format/jsonapi/documents.ts';

/** The response to a change that returns nothing, when it is done. */
export async function noContent(change: Promise<unknown>) {
  await change;
  return { status: 204 } as const;
}

/** The response to a change of links, whether or not one of them was new or gone. */
export async function linksOnly(change: Promise<unknown>, { url }: RequestContext) {
  await change;
  return { status: 200, body: linksOnlyDocument(url) } as const;
}

/** Meta that no cache stores, such as secrets and codes, which are shown once. */
export const unstored = <Meta extends object>(meta: Meta, { url }: RequestContext) =>
  ({ status: 200, headers: { 'Cache-Control': 'no-store' }, body: metaDocument(meta, url) }) as const;
