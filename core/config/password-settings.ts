// Settings of passwords: of the first administrator, and the rules for new ones (D382, D630).
import path from 'node:path';
import { passwordWords } from './password-lists.ts';
import { ruleOf } from './password-policy.ts';
import { anyText } from './setting-kinds.ts';
import { optional, withDefault } from './setting.ts';

export const passwordSettings = {
  adminUsername: withDefault('ADMIN_USERNAME', 'admin', 'user name of the first administrator', anyText('a name')),
  adminPassword: optional('ADMIN_PASSWORD', 'password of the first administrator', 'generated and shown once', {
    ...anyText('a password'),
    secret: true,
  }),
  passwordRule: optional(
    'PASSWORD_RULE',
    'what new passwords must match; the configuration may say another rule',
    'at least 10 characters, and none of the most common passwords',
    {
      allowed: 'a regular expression, such as /^.{12,}$/',
      parse: (text) => (ruleOf(text) ? text : undefined),
    },
  ),
  passwordWords: withDefault(
    'PASSWORD_WORDS',
    'none',
    'words that no new password contains, such as names of the organisation and of its products',
    { allowed: 'none, or words of three letters at least, separated by commas', parse: passwordWords },
  ),
  breachedPasswords: optional(
    'BREACHED_PASSWORDS',
    'breached passwords, which are refused: a file of SHA-1 hashes in their order, or a folder of them by their first five digits',
    'only the most common',
    { allowed: 'a file or a folder', parse: (text) => path.resolve(text) },
  ),
} as const;
