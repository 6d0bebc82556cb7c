// Every operation of the description, called by each kind of caller (D19): an operation without a row in the table
// fails, and so does one that permits other callers than its row.
import { describe, expect, it } from 'vitest';
import { bundle, operationIds } from '../../core/description/descriptions.ts';
import { CALLERS, WHO } from '../../support/permissions/permission-rows.ts';
import { TABLE } from '../../support/permissions/permission-table.ts';
import { prepareRequest } from '../../support/clients/prepared-request.ts';
import { type Client, serviceForTests } from '../../support/service.ts';

const test = serviceForTests({ env: { LEGACY_ROOT: '' } });

describe('the table', () => {
  it('has a row for each operation of the description, and for no other', () => {
    expect(Object.keys(TABLE).sort()).toEqual(operationIds(bundle).sort());
  });
});

/** They read no headers of the request (D617). */
const OPEN_PROBES = ['getHealth', 'getReady'];

describe.each(Object.entries(TABLE))('%s', (operationId, row) => {
  it(`is for ${row.who}`, async () => {
    const { send } = await prepareRequest(test.admin, row);
    const refused = async (client: Client, status: number, headers: Record<string, string> = {}): Promise<void> => {
      const response = await send(client, { headers });
      expect(response.status).toBe(status);
      const { error, errors } = response.body as { error: unknown; errors: unknown };
      expect(JSON.stringify([error, errors])).not.toMatch(/wombat/i);
      expect(response.body).not.toHaveProperty('data');
    };
    const unknownKey = { 'X-Api-Key': '0'.repeat(40) };
    if (OPEN_PROBES.includes(operationId)) expect((await send(test.admin, { headers: unknownKey })).status).toBe(200);
    // A key of no application closes all other operations, for every caller.
    else await refused(test.admin, 403, unknownKey);
    const expected = CALLERS.map((caller, index) => ({ client: test[caller], status: WHO[row.who][index] ?? 0 }));
    for (const { client, status } of expected) if (status !== 0) await refused(client, status);
    const [first, ...others] = expected.filter(({ status }) => status === 0);
    if (!first) throw new Error('nobody is let in');
    const { status } = await send(first.client);
    if (row.status) expect(status).toBe(row.status);
    else expect(status).toBeLessThan(400);
    // The effect of the first call may prevent the next one, but not because of its caller.
    for (const { client } of others) {
      const next = (await send(client)).status;
      if (next !== row.status) expect([401, 403]).not.toContain(next);
    }
  });
});
