// Common steps of the tests of signups: signing up, and reading the UUID of the mail.
import { expect } from 'vitest';
import type { AsyncJobRow, ObjectDocument } from '../../../core/store/store.ts';
import { PASSWORD, type ResourceData, type TestService } from '../service.ts';

export const PAGE = 'http://localhost:8080/activate';
export const FLAT = { 'Content-Type': 'application/json' };

/** @param service called at each use; it has TRUST_PROXY, since requests come from many addresses */
export function signupTools(service: () => TestService) {
  let counter = 0;
  const store = () => service().service.services.store;
  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    service().anonymous.post(path, body, { ...FLAT, 'X-Forwarded-For': `10.7.0.${++counter % 250}`, ...headers });
  const newBody = (more: object = {}) => {
    const username = `newcomer${++counter}`;
    return { username, password: PASSWORD, email: `${username}@example.com`, activation_url: PAGE, ...more };
  };
  const jobsOf = (userId: string | number): Promise<AsyncJobRow[]> =>
    store()
      .asyncJobs.find({ 'payload.user_id': Number(userId) })
      .sort({ service: -1, 'payload.template': 1 })
      .toArray();
  async function signUp(more: object = {}, headers = {}) {
    const body = newBody(more);
    const response = await send('/signup', body, headers);
    expect(response.status).toBe(202);
    const { data: user } = response.body as { data: ResourceData };
    const jobs = await jobsOf(user.id);
    const uuid = jobs.find(({ secret }) => secret !== undefined)?.secret ?? '';
    return { body, response, user, id: Number(user.id), jobs, uuid };
  }
  const activate = (uuid: unknown, headers = {}) => send('/signup/activation', { uuid }, headers);
  const stored = (id: number): Promise<ObjectDocument | null> => store().documents('users').findOne({ _id: id });
  const signIn = async (username: string) => (await send('/auth', { username, password: PASSWORD })).status;
  return { send, newBody, jobsOf, signUp, activate, stored, signIn };
}
