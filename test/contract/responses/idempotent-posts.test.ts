// `Idempotency-Key` of every POST that is described (D500): the same response again, also when the first one was lost.
import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { describe, expect, it } from 'vitest';
import { isNode, nodeAt, type Node } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';
import type { Row } from '../../support/permissions/permission-rows.ts';
import { lastKey, loseResponse, replayed } from '../../support/clients/keyed-requests.ts';
import { TABLE } from '../../support/permissions/permission-table.ts';
import { prepareRequest, type PreparedRequest } from '../../support/clients/prepared-request.ts';
import { errorCodes, serviceForTests } from '../../support/service.ts';

const posts = Object.values(nodeAt(bundle, 'paths')).flatMap((item) => {
  const post = (item as Node)['post'];
  return isNode(post) ? [post] : [];
});
const rows = posts.map(({ operationId }): [string, Row] => [String(operationId), TABLE[String(operationId)] as Row]);

/** Those that show the created resource, without a secret. */
const showsMade = new Set(
  posts
    .filter(({ responses }) => {
      const headers = nodeAt(responses as Node, '201', 'headers');
      return headers['ETag'] !== undefined && headers['Cache-Control'] === undefined;
    })
    .map(({ operationId }) => String(operationId)),
);
/**
 * A repetition creates other tokens or challenges, of which the first is unknown to every client; existing links are
 * kept; and a test is sent twice.
 */
const WITHOUT_RECORD = ['signIn', 'createPasskey', 'uploadLegacyFile', 'addObjectChildren', 'checkWebhook'];
/** Refused in the table; with success: test/behaviour/requests/idempotency-keys.test.ts. */
const succeeding = rows.filter(([, { status }]) => status === undefined);

const test = serviceForTests({ env: { LEGACY_ROOT: '' } });

async function prepare(row: Row, key: string = randomUUID()) {
  const prepared = await prepareRequest(test.admin, row);
  const body = prepared.body === undefined ? undefined : JSON.stringify(prepared.body);
  return {
    send: (more: Partial<Parameters<PreparedRequest['send']>[1]> = {}) =>
      prepared.send(test.admin, { headers: { 'Idempotency-Key': key }, ...(body !== undefined && { body }), ...more }),
  };
}

const shown = ({ status, text, headers }: Response) => ({
  status,
  text,
  location: headers['location'] as unknown,
  etag: headers['etag'] as unknown,
  type: headers['content-type'] as unknown,
});
/** The differences between reading a version and creating it: the version is not repeated among its attributes. */
const reading = (operationId: string, { text, headers }: Response): object =>
  operationId === 'createStreamVersion' ? { text, etag: headers['etag'] as unknown } : {};

it('every POST describes the header, 409 and 422, also for types of the project', async () => {
  const live = await test.service.services.description.document('http://127.0.0.1');
  for (const document of [bundle, live]) {
    const operations = Object.values(nodeAt(document, 'paths')).flatMap(
      (item) => (item as Node)['post'] ?? [],
    ) as Node[];
    expect(operations.length).toBeGreaterThan(40);
    for (const { operationId, parameters, responses } of operations) {
      expect([operationId, parameters]).toEqual([
        operationId,
        expect.arrayContaining([{ $ref: '#/components/parameters/IdempotencyKey' }]),
      ]);
      expect([operationId, Object.keys(responses as Node)]).toEqual([
        operationId,
        expect.arrayContaining(['409', '422']),
      ]);
    }
  }
});

describe('a POST with a key', () => {
  it.each(succeeding)('%s is executed once and has the same response twice', async (operationId, row) => {
    const { send } = await prepare(row);
    const first = await send();
    expect([first.status, replayed(first)]).toEqual([first.status, undefined]);
    expect(first.status).toBeLessThan(300);
    const before = await test.service.services.store.changes.countDocuments();
    const { commits } = await lastKey(test);
    // One transaction each, so that marked work is known to be complete (D501).
    expect([operationId, commits]).toEqual([operationId, WITHOUT_RECORD.includes(operationId) ? 0 : 1]);
    const second = await send();
    expect(shown(second)).toEqual(shown(first));
    expect(replayed(second)).toBe('true');
    expect(await test.service.services.store.changes.countDocuments()).toBe(before);
  });

  it.each(succeeding.filter(([id]) => !WITHOUT_RECORD.includes(id)))(
    '%s is not executed again when its response was lost',
    async (operationId, row) => {
      const { send } = await prepare(row);
      const first = await send();
      await loseResponse(test);
      const before = await test.service.services.store.changes.countDocuments();
      const second = await send();
      if (showsMade.has(operationId) || first.status === 204) {
        expect(shown(second)).toEqual({ ...shown(first), ...reading(operationId, second) });
        expect(replayed(second)).toBe('true');
      } else expect([second.status, errorCodes(second)[0]]).toEqual([409, 'idempotency_response_lost']);
      expect(shown(await send())).toEqual(shown(second));
      expect(await test.service.services.store.changes.countDocuments()).toBe(before);
    },
  );

  it.each(succeeding)('%s is 409 while it is in progress', async (_operationId, row) => {
    const { send } = await prepare(row);
    await send();
    const { _id } = await lastKey(test);
    const locked_until = new Date(test.clock.now().getTime() + 1_000);
    await loseResponse(test);
    await test.service.services.store.idempotencyKeys.updateOne({ _id }, { $set: { locked_until } });
    const concurrent = await send();
    expect([concurrent.status, errorCodes(concurrent)[0]]).toEqual([409, 'idempotency_key_in_use']);
    expect(concurrent.headers['retry-after']).toBe('1');
  });

  it.each(rows.filter(([id]) => !succeeding.some(([each]) => each === id)))(
    '%s is 409 while it is in progress, also if it is then refused',
    async (_operationId, row) => {
      const seen = new Set<string | undefined>();
      for (let attempt = 0; attempt < 20 && seen.size === 0; attempt++) {
        const { send } = await prepare(row);
        // A refusal needs so little time that few concurrent requests may not overlap.
        const answers = await Promise.all(Array.from({ length: 8 }, send));
        for (const each of answers) if (each.status === 409) seen.add(errorCodes(each)[0]);
      }
      expect([...seen]).toEqual(['idempotency_key_in_use']);
    },
  );

  it('is 422 when its key came with another request', async () => {
    const key = randomUUID();
    const headers = { 'Idempotency-Key': key };
    const tag = { data: { type: 'tags', attributes: { name: `tag-${key}` } } };
    expect((await test.admin.post('/model/tags', tag, headers)).status).toBe(201);
    const signIn = await prepare(TABLE['signIn'] as Row, key);
    expect((await signIn.send()).status).toBe(200);
    const others = rows.filter(([id]) => id !== 'signIn');
    const answers: [string, number][] = [];
    for (const [operationId, row] of others) {
      const { send } = await prepare(row, key);
      answers.push([operationId, (await send()).status]);
    }
    expect(answers.filter(([, status]) => status !== 422)).toEqual([]);
    expect((await signIn.send({ body: JSON.stringify({ username: 'admin', password: 'wrong' }) })).status).toBe(422);
    expect((await test.admin.post('/model/tags', { data: { ...tag.data, attributes: {} } }, headers)).status).toBe(422);
  });
});
