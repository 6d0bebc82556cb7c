// Two concurrent changes, each of which leaves only the other folder of a document open: the result is that of a
// sequence (D151).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type ResourceData, type TestService, serviceForTests } from '../../support/service.ts';
import { faultLines } from '../../support/database/verified.ts';
import { documentMaker, folderMaker, item } from '../../support/writes/tree-world.ts';

const test = serviceForTests();
let other: TestService;
let roleId: number;
const ROUNDS = 4;
const folder = folderMaker(() => test.admin);
const document = documentMaker(() => test.admin);
beforeAll(async () => {
  roleId = Number((await test.admin.create('/roles', { name: 'members' })).id);
  // The first one changes the rules of all processes, which would serialise the requests.
  await test.admin.create('/object_permissions', {
    object_id: Number((await folder('First')).id),
    role_id: roleId,
    permission: 'read',
  });
  other = await openTestService({ beside: test });
});
afterAll(async () => {
  expect(await faultLines(test)).toEqual([]);
  await other.close();
});

const restrict = (from: TestService, { id }: ResourceData) =>
  from.admin.post('/object_permissions', {
    data: { type: 'object_permissions', attributes: { object_id: Number(id), role_id: roleId, permission: 'read' } },
  });

/** A document in two folders. */
async function world() {
  const [one, two, text] = [await folder('One'), await folder('Two'), await document('Text')];
  await test.admin.post(`/documents/${text.id}/relationships/parents`, { data: [item(one), item(two)] });
  return { one, two, text };
}

async function expectClosed({ id }: ResourceData, answers: readonly { status: number }[]): Promise<void> {
  for (const { status } of answers) expect([200, 201, 204]).toContain(status);
  expect((await test.anonymous.get(`/documents/${id}`)).status).toBe(401);
}

it('both folders are restricted concurrently', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { one, two, text } = await world();
    await expectClosed(text, await Promise.all([restrict(test, one), restrict(other, two)]));
  }
});

it('one folder is left while the other one is restricted', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { one, two, text } = await world();
    const path = `/documents/${text.id}/relationships/parents`;
    const left = test.admin.delete(path, {}, { data: [item(one)] });
    await expectClosed(text, await Promise.all([left, restrict(other, two)]));
  }
});

it('one folder is purged while the other one is restricted', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { one, two, text } = await world();
    await test.admin.delete(`/folders/${one.id}`);
    const purged = test.admin.delete(`/trash/${one.id}`);
    await expectClosed(text, await Promise.all([purged, restrict(other, two)]));
  }
});

it('a folder is moved into a folder that already has one of its objects', async () => {
  const { one, two, text } = await world();
  await restrict(test, one);
  const inner = await folder('Inner', two);
  await test.admin.post(`/documents/${text.id}/relationships/parents`, { data: [item(inner)] });
  const moved = await test.admin.patch(`/folders/${inner.id}/relationships/parent`, { data: item(one) });
  expect(moved.status).toBe(200);
  expect((await test.anonymous.get(`/folders/${inner.id}`)).status).toBe(401);
  expect((await test.anonymous.get(`/documents/${text.id}`)).status).toBe(200);
  await test.admin.delete(`/documents/${text.id}/relationships/parents`, {}, { data: [item(two)] });
  expect((await test.anonymous.get(`/documents/${text.id}`)).status).toBe(401);
});
