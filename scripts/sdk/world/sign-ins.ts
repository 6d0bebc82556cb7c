// Who signs in, in the scenario of a language: a user with an authenticator app, and an application with a secret.
import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Project } from './sample-project.ts';

/** The environment of a program. @throws Error with the response when the service refuses a request */
export async function signInsFor(
  language: string,
  { url, username, password }: Project,
): Promise<Record<string, string>> {
  const send = async (method: string, path: string, body: object, token?: string): Promise<Answer> => {
    const type = 'data' in body ? 'application/vnd.api+json' : 'application/json';
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { accept: 'application/vnd.api+json', 'content-type': type, ...authorization };
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const admin = (await send('POST', '/auth', { username, password })).meta.jwt;
  const careful = `careful-${language}`;
  const user = { username: careful, uname: careful, password, status: 'on' };
  await send('POST', '/users', { data: { type: 'users', attributes: user } }, admin);
  const token = (await send('POST', '/auth', { username: careful, password })).meta.jwt;
  const { secret = '' } = (await send('POST', '/auth/second_factor', { password }, token)).meta;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recovery_codes } = (await send('PATCH', '/auth/second_factor', { code }, token)).meta;
  const attributes = { name: `robot-${language}`, client_secret: randomUUID() };
  const application = await send('POST', '/admin/applications', { data: { type: 'applications', attributes } }, admin);
  return {
    COLOPHON_URL: url,
    COLOPHON_USERNAME: username,
    COLOPHON_PASSWORD: password,
    COLOPHON_CAREFUL_USERNAME: careful,
    /** In base 16, which every language reads; the scenario makes its codes of it. */
    COLOPHON_FACTOR_SECRET: Secret.fromBase32(secret).hex,
    COLOPHON_RECOVERY_CODE: recovery_codes?.[0] ?? '',
    COLOPHON_CLIENT_ID: application.data?.meta.api_key ?? '',
    COLOPHON_CLIENT_SECRET: attributes.client_secret,
  };
}

interface Answer {
  data?: { meta: { api_key: string } };
  meta: { jwt?: string; secret?: string; recovery_codes?: string[] };
}
