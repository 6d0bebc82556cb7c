// Common steps of the tests of users: creating them, signing them in, changing them.
import { expect } from 'vitest';
import { PASSWORD, type Client, type ResourceData, type TestService } from '../service.ts';

export type Attributes = Record<string, unknown>;

export interface Session {
  get(path: string): Promise<{ status: number; body: unknown; text: string }>;
  post(path: string, content: unknown): Promise<{ status: number; body: unknown }>;
  patch(path: string, content: unknown): Promise<{ status: number; body: unknown }>;
  delete(path: string): Promise<{ status: number; body: unknown }>;
  renew: string;
}

/** @param service called at each use, since it is opened just before the first test */
export function userTools(service: () => TestService) {
  let counter = 0;
  const nameOf = (): string => `person${++counter}`;

  const attributesOf = (username: string, more: Attributes = {}): Attributes => ({
    username,
    password: PASSWORD,
    uname: `user-${username}`,
    status: 'on',
    ...more,
  });
  const body = (attributes: Attributes, more: object = {}) => ({ data: { type: 'users', attributes, ...more } });
  const create = (more: Attributes = {}): Promise<ResourceData> =>
    service().admin.create('/users', attributesOf(nameOf(), more));
  const usernameOf = (user: ResourceData): string => String(user.attributes['username']);
  const patch = (id: string, attributes: Attributes, more: object = {}, as: Client = service().admin) =>
    as.patch(`/users/${id}`, body(attributes, { id, ...more }));
  const dataOf = (response: { body: unknown }): ResourceData => (response.body as { data: ResourceData }).data;
  const listOf = (response: { body: unknown }): ResourceData[] => (response.body as { data: ResourceData[] }).data;
  const roles = (id: string): Promise<unknown> =>
    service()
      .admin.get(`/users/${id}/roles`)
      .then((response) => listOf(response).map((role) => role.attributes['name']));
  const auth = (username: string, password = PASSWORD) =>
    service().anonymous.post('/auth', { username, password }, { 'Content-Type': 'application/json' });
  const renew = (refreshToken: string) =>
    service().anonymous.post(
      '/auth',
      { grant_type: 'refresh_token', refresh_token: refreshToken },
      { 'Content-Type': 'application/json' },
    );

  async function signIn(username: string, password = PASSWORD): Promise<Session> {
    const response = await auth(username, password);
    expect(response.status).toBe(200);
    const { jwt, renew: token } = (response.body as { meta: { jwt: string; renew: string } }).meta;
    const headers = { Authorization: `Bearer ${jwt}` };
    return {
      get: (path) => service().anonymous.get(path, headers),
      post: (path, content) => service().anonymous.post(path, content, headers),
      patch: (path, content) => service().anonymous.patch(path, content, headers),
      delete: (path) => service().anonymous.delete(path, headers),
      renew: token,
    };
  }

  return { nameOf, attributesOf, body, create, usernameOf, patch, dataOf, listOf, roles, auth, renew, signIn };
}
