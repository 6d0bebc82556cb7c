// The published description as the makers of clients read it, and a part of it for those who want but a few types.
import { SdkError } from './sdk-error.ts';

type Node = Record<string, unknown>;

export interface Description {
  tags?: { name: string }[];
  paths: Record<string, Node>;
  components?: Record<string, Node>;
}

export interface Operation {
  id: string;
  tag: string;
  method: string;
  path: string;
}

const methods = ['get', 'post', 'patch', 'put', 'delete'];

export function operationsOf({ paths }: Description): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as { operationId: string; tags: string[] } | undefined;
      return operation ? [{ id: operation.operationId, tag: operation.tags[0] ?? '', method, path }] : [];
    }),
  );
}

/**
 * The operations with one of these tags, and the components that they use. A type's tag is its name.
 * @throws SdkError for a tag that the description does not have
 */
export function pickTags(description: Description, tags: readonly string[]): Description {
  const known = new Set(operationsOf(description).map(({ tag }) => tag));
  const unknown = tags.find((tag) => !known.has(tag));
  if (unknown !== undefined) throw new SdkError(`--only: "${unknown}" is none of ${[...known].sort().join(', ')}`);
  const picked = new Set(tags);
  const isPicked = (operation: unknown) =>
    ((operation as { tags?: string[] }).tags ?? []).some((tag) => picked.has(tag));
  const paths: Record<string, Node> = {};
  for (const [path, item] of Object.entries(description.paths)) {
    const kept = Object.entries(item).filter(([member, value]) => !methods.includes(member) || isPicked(value));
    if (kept.some(([member]) => methods.includes(member))) paths[path] = Object.fromEntries(kept);
  }
  return {
    ...description,
    tags: (description.tags ?? []).filter(({ name }) => picked.has(name)),
    paths,
    components: usedComponents(description.components ?? {}, paths),
  };
}

function usedComponents(components: Record<string, Node>, paths: unknown): Record<string, Node> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (key !== '$ref' || typeof member !== 'string') visit(member);
      else if (!used.has(member)) {
        used.add(member);
        const [kind = '', name = ''] = member.replace('#/components/', '').split('/');
        visit(components[kind]?.[name]);
      }
    }
  };
  visit(paths);
  const isKept = (kind: string, name: string): boolean =>
    kind === 'securitySchemes' || used.has(`#/components/${kind}/${name}`);
  return Object.fromEntries(
    Object.entries(components).map(([kind, members]) => [
      kind,
      Object.fromEntries(Object.entries(members).filter(([name]) => isKept(kind, name))),
    ]),
  );
}
