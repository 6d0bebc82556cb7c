// What a password must be like: long and not common, or what the rule of the deployment or of the project says
// (D382).
import { runInNewContext } from 'node:vm';
import type { RequestContext } from '../context.ts';
import { invalidData } from '../errors.ts';

const MIN_LENGTH = 10;
const MAX_LENGTH = 1024;

/** Entry of the configuration that goes before PASSWORD_RULE. */
export const PASSWORD_RULE_ENTRY = 'Auth.passwordPolicy.rule';

/** As PHP projects write it, between slashes, or the expression alone; undefined for what is no expression. */
export function ruleOf(text: string): RegExp | undefined {
  const [, body = text, flags = ''] = /^\/(.*)\/([imsu]*)$/s.exec(text) ?? [];
  try {
    return new RegExp(body, flags);
  } catch {
    return undefined;
  }
}

/** Some expressions take for ever on some texts. */
const TIME_LIMIT_MS = 50;

function fits(rule: RegExp, password: string): boolean {
  try {
    return runInNewContext('rule.test(password)', { rule, password }, { timeout: TIME_LIMIT_MS }) === true;
  } catch {
    return false;
  }
}

/** Passwords that many have, as far as they are long enough, in lower case; read when the first one is looked at. */
let common: Promise<ReadonlySet<string>> | undefined;

async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_LENGTH));
}

/**
 * What is wrong with a password; undefined for one that may be used (D382).
 * @param rule takes the place of the least length and of the list of common passwords
 */
export async function passwordFault(
  password: string,
  { rule, message }: { rule?: unknown; message?: unknown } = {},
): Promise<{ name: string; detail: string } | undefined> {
  const expression = typeof rule === 'string' && rule !== '' ? ruleOf(rule) : undefined;
  const least = expression ? 1 : MIN_LENGTH;
  // Characters as people count them, not their halves.
  if (Array.from(password).length < least || password.length > MAX_LENGTH) {
    return { name: 'length', detail: `A password has ${least} to ${MAX_LENGTH} characters.` };
  }
  if (!expression) {
    const isCommon = (await (common ??= readCommon())).has(password.toLowerCase());
    return isCommon
      ? { name: 'common', detail: 'The password is one of the commonest: choose another one.' }
      : undefined;
  }
  if (fits(expression, password)) return undefined;
  const text = typeof message === 'string' && message !== '' ? message : 'The password does not meet the policy.';
  return { name: 'policy', detail: text };
}

/**
 * `Auth.passwordPolicy.rule` and `.message` of the configuration, or PASSWORD_RULE, say what a password is like; without
 * them it is long and not common.
 * @param pointer of the password in the body
 * @throws ApiError invalid_data
 */
export async function assertPasswordPolicy(
  password: string,
  pointer: string,
  { access }: Pick<RequestContext, 'access'>,
): Promise<void> {
  const rule = access.setting(PASSWORD_RULE_ENTRY);
  const fault = await passwordFault(password, { rule, message: access.setting('Auth.passwordPolicy.message') });
  if (fault) throw invalidData(pointer, `[password.${fault.name}]: ${fault.detail}`);
}
