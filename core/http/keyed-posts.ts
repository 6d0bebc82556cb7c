// Every POST may come with a key (D500): this says so in descriptions, so that it need not be written at each.
import { isNode, nodeAt, type Node } from '../description/openapi-document.ts';

const reference = (kind: string, name: string): Node => ({ $ref: `#/components/${kind}/${name}` });

/** Adds the header of keys, and what is answered for them, to every POST; changes the paths that it is given. */
export function addIdempotencyKeys(paths: Node): void {
  for (const item of Object.values(paths)) {
    const post = isNode(item) ? item['post'] : undefined;
    if (!isNode(post)) continue;
    const given = Array.isArray(post['parameters']) ? post['parameters'] : [];
    post['parameters'] = [...given, reference('parameters', 'IdempotencyKey')];
    const responses = nodeAt(post, 'responses');
    responses['409'] ??= reference('responses', 'Conflict');
    responses['422'] ??= reference('responses', 'KeyReused');
  }
}
