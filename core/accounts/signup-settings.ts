// The configuration entry `Signup` (D561). A value of the wrong kind is ignored.
import type { RequestContext } from '../context.ts';
import { parseUrl } from '../parse-url.ts';

export interface SignupSettings {
  /** Users stay `draft` until they use the UUID of the mail. */
  requireActivation: boolean;
  requireEmail: boolean;
  requirePassword: boolean;
  /** Target of the link in the mail, by default. */
  activationUrl: string | undefined;
  /** Names of the roles that a new user can choose; none by default. */
  roles: readonly string[];
  /** Names of the roles of users who choose none. */
  defaultRoles: readonly string[];
}

export function signupSettings({ access }: Pick<RequestContext, 'access'>): SignupSettings {
  const flag = (name: string): boolean => access.setting(`Signup.${name}`) !== false;
  const names = (name: string): string[] => {
    const value = access.setting(`Signup.${name}`);
    return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
  };
  const url = access.setting('Signup.activationUrl');
  const isUrl = typeof url === 'string' && /^https?:$/.test(parseUrl(url)?.protocol ?? '');
  return {
    requireActivation: flag('requireActivation'),
    requireEmail: flag('requireEmail'),
    requirePassword: flag('requirePassword'),
    activationUrl: isUrl ? url : undefined,
    roles: names('roles'),
    defaultRoles: names('defaultRoles'),
  };
}
