// A real OpenID provider (oidc-provider) on this machine, and a browser that signs in at its own pages.
import { vi } from 'vitest';
import { openLoopbackServer, type LoopbackServer } from '../clients/loopback-server.ts';
import { CLIENT } from './provider-sign-in.ts';

export interface OpenIdProvider extends LoopbackServer {
  /** The provider's data about its users, by their login. */
  accounts: Map<string, Record<string, unknown>>;
}

export async function openOpenIdProvider(): Promise<OpenIdProvider> {
  const server = await openLoopbackServer();
  const accounts = new Map<string, Record<string, unknown>>();
  // It warns of the release of Node, and of the keys and pages that it brings for development.
  const silenced = (['info', 'warn'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  const { default: Provider } = await import('oidc-provider');
  const provider = new Provider(server.url, {
    clients: [
      {
        client_id: CLIENT.client_id,
        client_secret: CLIENT.client_secret,
        redirect_uris: [CLIENT.redirect_uri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 },
    cookies: { keys: ['a key for cookies'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'given_name', 'family_name'],
    },
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => ({ sub: login, ...accounts.get(login) }),
    }),
  });
  for (const spy of silenced) spy.mockRestore();
  server.answer(provider.callback());
  return { ...server, accounts };
}

/** Reads `Set-Cookie` into the jar; an empty value removes. */
function keepCookies(jar: Map<string, string>, response: Response): void {
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
}

const MAX_STEPS = 20;

/**
 * Opens the provider like a browser, fills in its forms, and stops at the redirect to the application.
 * @returns the query of the redirect
 */
export async function signInAtProvider(authorizationUrl: string, login: string): Promise<Record<string, string>> {
  const jar = new Map<string, string>();
  let next: { url: string; form?: Record<string, string> } = { url: authorizationUrl };
  for (let step = 0; step < MAX_STEPS; step++) {
    const response = await fetch(next.url, {
      method: next.form ? 'POST' : 'GET',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      body: next.form ? new URLSearchParams(next.form) : null,
      redirect: 'manual',
    });
    keepCookies(jar, response);
    const location = response.headers.get('location');
    if (location !== null) {
      const target = new URL(location, next.url);
      if (target.href.startsWith(CLIENT.redirect_uri)) return Object.fromEntries(target.searchParams);
      next = { url: target.href };
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`no form at ${next.url}: ${response.status} ${page}`);
    const form = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt };
    next = { url: new URL(action, next.url).href, form };
  }
  throw new Error('the provider leads nowhere');
}
