// An issuer that signs any given ID token, which no real provider does.
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { openLoopbackServer, type LoopbackServer } from '../clients/loopback-server.ts';
import { CLIENT } from './provider-sign-in.ts';

export interface Forgery {
  claims?: Record<string, unknown>;
  /** Signs with a key that is not published. */
  foreignKey?: boolean;
  /** The whole ID token. */
  idToken?: string;
  /** Status and body of the token endpoint, in place of tokens. */
  tokenResponse?: [number, unknown];
}

export interface ForgingIssuer extends LoopbackServer {
  forge(forgery: Forgery): void;
  /** Number of requests by path. */
  requests: Map<string, number>;
  tokenRequests: { headers: IncomingHttpHeaders; form: Record<string, string> }[];
}

export async function openForgingIssuer(): Promise<ForgingIssuer> {
  const server = await openLoopbackServer();
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const requests = new Map<string, number>();
  const tokenRequests: ForgingIssuer['tokenRequests'] = [];
  let forgery: Forgery = {};
  const seconds = () => Math.floor(Date.now() / 1000);
  const sign = (claims: Record<string, unknown>, key: CryptoKey): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key);

  async function answer(path: string): Promise<[number, unknown]> {
    if (path === '/.well-known/openid-configuration') {
      return [
        200,
        {
          issuer: server.url,
          authorization_endpoint: `${server.url}/authorize`,
          token_endpoint: `${server.url}/token`,
          jwks_uri: `${server.url}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        },
      ];
    }
    if (path === '/keys') return [200, { keys: [jwk] }];
    if (path !== '/token') return [404, {}];
    if (forgery.tokenResponse) return forgery.tokenResponse;
    const standard = { iss: server.url, aud: CLIENT.client_id, sub: 'forged', iat: seconds(), exp: seconds() + 300 };
    const claims = JSON.parse(JSON.stringify({ ...standard, ...forgery.claims })) as Record<string, unknown>;
    const key = (forgery.foreignKey ? foreign : own).privateKey;
    const id_token = forgery.idToken ?? (await sign(claims, key));
    return [200, { access_token: 'an access token', token_type: 'Bearer', expires_in: 300, id_token }];
  }

  server.answer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', server.url);
    requests.set(pathname, (requests.get(pathname) ?? 0) + 1);
    void text(request).then(async (body) => {
      const form = Object.fromEntries(new URLSearchParams(body));
      if (pathname === '/token') tokenRequests.push({ headers: request.headers, form });
      const [status, reply] = await answer(pathname);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  return {
    ...server,
    requests,
    tokenRequests,
    forge: (next) => {
      forgery = next;
    },
  };
}
