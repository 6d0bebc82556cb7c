// What an operation says of its body.
import type { Operation } from '../description/operations.ts';
import type { BodyContent } from './request-body.ts';

/** The administration and the model take settings, all others content (D414). */
export function contentOf({ path }: Operation): BodyContent {
  if (path.startsWith('/model/')) return 'schemas';
  return path.startsWith('/admin/') || path.startsWith('/async_jobs') ? 'settings' : 'free';
}

/** Of the media type that the body has, else of the first. */
export function bodySchema({ definition, consumes }: Operation, type = ''): unknown {
  const content = definition.requestBody?.content ?? {};
  const media = content[Object.hasOwn(content, type) ? type : (consumes[0] ?? '')];
  return (media as { schema?: unknown } | undefined)?.schema;
}
