// A service where editors need a second factor, and editors whose time to enrol one has ended (D693).
import { openBrowserClient, type BrowserClient } from '../clients/browser-client.ts';
import { openTestService, PASSWORD, type TestService } from '../service.ts';

const DAY_MS = 86_400_000;

export interface EnrolmentWorld {
  test: TestService;
  /** A user who has to enrol at the next sign-in, and a browser in which no user is signed in. */
  lateEditor(): Promise<{ username: string; browser: BrowserClient }>;
}

/** @param env further settings */
export async function openEnrolmentWorld(env: Record<string, string> = {}): Promise<EnrolmentWorld> {
  const roles = { SECOND_FACTOR_ROLES: 'editor', SECOND_FACTOR_GRACE: '7d', SECOND_FACTOR_FRESH: 'off' };
  const test = await openTestService({ env: { ...roles, JWT_TTL: '900d', ...env } });
  let serial = 0;
  return {
    test,
    async lateEditor() {
      const username = `late${++serial}`;
      const named = { username, uname: username, email: `${username}@example.org` };
      const { id } = await test.admin.create('/users', { ...named, password: PASSWORD, status: 'on' });
      await test.admin.post('/roles/2/relationships/users', { data: { type: 'users', id } });
      // The time begins with the first sign-in.
      const { status } = await openBrowserClient(test).signIn(username);
      if (status !== 303) throw new Error(`signing in: ${status}`);
      test.clock.advance(8 * DAY_MS);
      return { username, browser: openBrowserClient(test) };
    },
  };
}
