// Who may use which endpoint (D19), by the first segment of the path: nobody is let in by omission.
import type { Caller } from '../context.ts';
import { ApiError } from '../errors.ts';
import { ADMIN_ROLE_ID, EDITOR_ROLE_ID } from './first-accounts.ts';

/** A list holds ids of roles. */
type Rule = 'everyone' | 'signed-in' | readonly number[];

interface EndpointRule {
  read: Rule;
  write: Rule;
}

const CONTENT: EndpointRule = { read: 'everyone', write: [ADMIN_ROLE_ID, EDITOR_ROLE_ID] };

/** Rules of endpoints that are not content. */
const RULES: Readonly<Record<string, EndpointRule>> = {
  auth: { read: 'signed-in', write: 'everyone' },
  model: { read: 'everyone', write: [ADMIN_ROLE_ID] },
};

const allows = (rule: Rule, caller: Caller): boolean => {
  if (rule === 'everyone') return true;
  if (rule === 'signed-in') return caller.userId !== null;
  return rule.some((role) => caller.roles.has(role));
};

const ruleFor = (endpoint: string, method: string): Rule => {
  const rules = Object.hasOwn(RULES, endpoint) ? RULES[endpoint] : undefined;
  return (rules ?? CONTENT)[method === 'get' || method === 'head' ? 'read' : 'write'];
};

/** True when the caller may use `method` (lower case) on an endpoint (first path segment). */
export const isAllowed = (endpoint: string, method: string, caller: Caller): boolean =>
  allows(ruleFor(endpoint, method), caller);

/** May write content, and so sees what is not public (D14). */
export const mayWriteContent = (caller: Caller): boolean => allows(CONTENT.write, caller);

/** @throws ApiError authentication_required (nobody is signed in), forbidden */
export function authorize(operation: { method: string; path: string }, caller: Caller): void {
  if (isAllowed(operation.path.split('/')[1] ?? '', operation.method, caller)) return;
  if (caller.userId === null) {
    throw new ApiError('authentication_required', 'Authentication is required to continue.', {
      'WWW-Authenticate': 'Bearer',
    });
  }
  throw new ApiError('forbidden', 'Your roles do not allow this operation.');
}
