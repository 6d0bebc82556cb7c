// Every POST may come with a key (D500): this says so, that the YAML need not for each.
interface Operation {
  parameters?: object[];
  responses: Record<string, unknown>;
}

const responses = {
  '409': { $ref: '#/components/responses/Conflict' },
  '422': { $ref: '#/components/responses/KeyReused' },
};

/** Adds the header of keys, and what is answered for them, to every POST; changes the document it is given. */
export function addIdempotencyKeys(paths: Record<string, { post?: Operation }>): void {
  for (const { post } of Object.values(paths)) {
    if (!post) continue;
    (post.parameters ??= []).push({ $ref: '#/components/parameters/IdempotencyKey' });
    for (const [status, response] of Object.entries(responses)) post.responses[status] ??= response;
  }
}
