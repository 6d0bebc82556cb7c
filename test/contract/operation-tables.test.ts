// The rule of lint that keeps the treatment of operations in their description (D880).
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { operationTables } from '../../scripts/config/operation-tables.js';

const messagesOf = (code: string): string[] =>
  new Linter()
    .verify(code, {
      plugins: { colophon: { rules: { 'operation-tables': operationTables } } },
      rules: { 'colophon/operation-tables': 'error' },
    })
    .map(({ message }) => message);

describe('a file that decides by operations or paths', () => {
  it.each([
    `const AUDITED = new Set(['createUser', 'updateUser']);`,
    `if (operation.operationId === 'listUsers') audit();`,
    `switch (id) { case 'listRoles': audit(); }`,
    `const PERSONAL = new Map([['/users', true]]);`,
    `const PERSONAL = ['/users', '/roles'];`,
    `const NEED_ROWS = new Set(['admin', 'users']);`,
    `if (path.startsWith('/admin/')) audit();`,
    `if (path === '/auth') audit();`,
    `switch (path) { case '/metrics': skip(); }`,
    `const isAudited = /^\\/(?:admin|users)\\b/.test(path);`,
  ])('is refused: %s', (code) => {
    expect(messagesOf(code)).not.toEqual([]);
  });

  it.each([
    `const handlers = { listUsers: () => answer };`,
    `const self = { path: '/admin/webhooks' };`,
    `const page = { available: '/users' };`,
    `const types = new Set(['users', 'folders']);`,
    `if (facts.access === 'signIn') answer();`,
    `if (path.startsWith('/')) answer();`,
  ])('is not: %s', (code) => {
    expect(messagesOf(code)).toEqual([]);
  });
});
