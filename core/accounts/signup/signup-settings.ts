// The settings of signups: the configuration entry `Signup` (D263).
import type { RequestContext } from '../../context.ts';
import { parseUrl } from '../../network/parse-url.ts';

export type SignupSettings = ReturnType<typeof signupSettings>;

/** The configuration entry `Signup` (D561). A value of the wrong kind is ignored. */
export function signupSettings({ access }: Pick<RequestContext, 'access'>) {
  const flag = (name: string): boolean => access.setting(`Signup.${name}`) !== false;
  const names = (name: string): string[] => {
    const value = access.setting(`Signup.${name}`);
    return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  };
  return {
    /** Users stay `draft` until they use the UUID of the mail. */
    requireActivation: flag('requireActivation'),
    requireEmail: flag('requireEmail'),
    requirePassword: flag('requirePassword'),
    /** Target of the link in the mail, by default. */
    activationUrl: activationPage({ access }),
    /** Names of the roles that a new user can choose; none by default. */
    roles: names('roles'),
    /** Names of the roles of users who choose none. */
    defaultRoles: names('defaultRoles'),
  };
}

/** The project's own page for the UUIDs of mails, `Signup.activationUrl`. */
export function activationPage({ access }: Pick<RequestContext, 'access'>): string | undefined {
  const url = access.setting('Signup.activationUrl');
  return typeof url === 'string' && /^https?:$/.test(parseUrl(url)?.protocol ?? '') ? url : undefined;
}
