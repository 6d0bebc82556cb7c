// Every operation with a body, from the live description, for walks over all places that read one.
import type { TestService } from '../service.ts';

export interface WriteEndpoint {
  method: 'post' | 'patch' | 'delete';
  path: string;
  /** Media type of its bodies. */
  type: string;
}

/** Members of the path that are no number. */
const PATH_VALUES: Readonly<Record<string, string>> = { object_type_name: 'documents', file_name: 'a.txt' };

/** Shipped types have the same operations: one stands for all. @param kept first segments of the other types to walk */
export async function writeEndpoints(test: TestService, kept: readonly string[]): Promise<WriteEndpoint[]> {
  const { paths } = (await test.admin.get('/openapi.json?side=all')).body as {
    paths: Record<string, Record<string, { requestBody?: { content: object } }>>;
  };
  const types = new Set([...test.service.services.modelService.current().types.keys()]);
  const endpoints = Object.entries(paths).flatMap(([path, item]) => {
    const first = path.split('/')[1] ?? '';
    if (types.has(first) && !kept.includes(first)) return [];
    const concrete = path.replace(/\{(\w+)\}/g, (_all, name: string) => PATH_VALUES[name] ?? '1');
    return (['post', 'patch', 'delete'] as const).flatMap((method) => {
      const type = Object.keys(item[method]?.requestBody?.content ?? {})[0];
      return type !== undefined && type.includes('json') ? [{ method, path: concrete, type }] : [];
    });
  });
  return endpoints;
}
