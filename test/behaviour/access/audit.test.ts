// The audit trail in the log: sign-ins, refusals, and changes of accounts and rules; never a secret (core/audit.ts).
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD, serviceForTests } from '../../support/service.ts';

const test = serviceForTests();
beforeEach(() => void (test.audited.length = 0));

const FLAT = { 'Content-Type': 'application/json' };
const resource = (type: string, attributes: object) => ({ data: { type, attributes } });
const lines = () => test.audited.map(({ audit, operation, user_id }) => ({ audit, operation, user_id }));

it('logs successful and failed sign-ins', async () => {
  await test.anonymous.post('/auth', { username: 'reader', password: PASSWORD }, FLAT);
  await test.anonymous.post('/auth', { username: 'reader', password: 'a wrong one' }, FLAT);
  expect(test.audited).toMatchObject([
    { audit: 'sign_in', grant_type: 'password', address: expect.any(String) as string },
    { audit: 'sign_in_failed', grant_type: 'password', username: 'reader', code: 'login_failed' },
  ]);
});

it('logs refusals with the caller', async () => {
  await test.editor.get('/admin/applications/1');
  await test.reader.post('/documents', resource('documents', { title: 'A title that is nobody’s affair' }));
  await test.admin.get('/documents', { 'X-Api-Key': 'not a key' });
  expect(test.audited).toMatchObject([
    { audit: 'refused', operation: 'getApplication', params: { application_id: '1' }, code: 'forbidden' },
    { audit: 'refused', operation: 'createTypedObject', code: 'forbidden' },
    { audit: 'refused', operation: 'listTypedObjects', code: 'invalid_api_key' },
  ]);
  expect(JSON.stringify(test.audited)).not.toContain('affair');
});

it('logs changes of accounts and rules, but not of content', async () => {
  const { id: userId } = await test.admin.create('/users', {
    username: 'new',
    password: 'words to pass',
    uname: 'new',
  });
  const { id: roleId } = await test.admin.create('/roles', { name: 'guides' });
  const link = { data: { type: 'roles', id: roleId } };
  await test.admin.post(`/users/${userId}/relationships/roles`, link);
  const { id: applicationId } = await test.admin.create('/admin/applications', { name: 'Kiosk' });
  await test.admin.create('/admin/endpoints', { name: 'kiosks' });
  await test.admin.create('/admin/config', { name: 'Kiosk.key', content: 'a secret content' });
  const document = await test.editor.create('/documents', { title: 'Kiosk' });
  await test.editor.create('/object_permissions', { object_id: Number(document.id), role_id: 2, permission: 'write' });
  await test.reader.request('patch', '/auth/user', (request) =>
    request.set(FLAT).send(JSON.stringify({ password: 'another word', old_password: PASSWORD })),
  );
  await test.admin.delete(`/admin/applications/${applicationId}`);
  const [admin, editor, reader] = [1, expect.any(Number), expect.any(Number)] as const;
  expect(lines()).toEqual([
    { audit: 'changed', operation: 'createUser', user_id: admin },
    { audit: 'changed', operation: 'createRole', user_id: admin },
    { audit: 'changed', operation: 'addUserRoles', user_id: admin },
    { audit: 'changed', operation: 'createApplication', user_id: admin },
    { audit: 'changed', operation: 'createEndpoint', user_id: admin },
    { audit: 'changed', operation: 'createConfigEntry', user_id: admin },
    { audit: 'changed', operation: 'createObjectPermission', user_id: editor },
    { audit: 'changed', operation: 'updateAuthUser', user_id: reader },
    { audit: 'changed', operation: 'deleteApplication', user_id: admin },
  ]);
  expect(test.audited.at(-1)).toMatchObject({ params: { application_id: applicationId }, status: 204 });
  for (const secret of ['pass word', 'another word', PASSWORD, 'a secret content']) {
    expect(JSON.stringify(test.audited)).not.toContain(secret);
  }
});

it('logs the changed job', async () => {
  const { id } = await test.admin.create('/admin/async_jobs', { service: 'sweep', scheduled_from: '2026-06-01' });
  await test.admin.delete(`/admin/async_jobs/${id}`);
  expect(test.audited.at(-1)).toMatchObject({ operation: 'deleteAsyncJob', params: { async_job_id: id } });
});
