// Few rules, each for a fault that neither tsc nor a reader finds: lost promises, forgotten cases, files grown too big.
// Layout is Prettier's, unused names are tsc's and knip's, layers are dependency-cruiser's.
import path from 'node:path';
import tseslint from 'typescript-eslint';
import { operationTables } from './operation-tables.js';

const root = path.resolve(import.meta.dirname, '../..');

export default [
  {
    ignores: [
      'generated/**',
      'node_modules/**',
      '.data/**',
      'coverage/**',
      'dist/**',
      'test/fixtures/extensions/api.d.ts',
    ],
  },
  // They belong to a generated client, with which they are compiled.
  { ignores: ['scripts/sdk/typescript-files/**', 'scripts/sdk/scenarios/**'] },
  {
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: root },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      complexity: ['error', 15],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // A step of a request is read at a glance (D900).
    files: ['core/http/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', 60] },
  },
  {
    // Pages have paths of their own, which no description has, and the client is outside of the service.
    files: ['core/**/*.ts', 'handlers/**/*.ts'],
    ignores: ['core/browser/**', 'core/client/**', 'core/http/docs/**'],
    plugins: { colophon: { rules: { 'operation-tables': operationTables } } },
    rules: { 'colophon/operation-tables': 'error' },
  },
  {
    // The service logs through core/log.ts only; scripts talk to a terminal.
    files: ['core/**/*.ts', 'handlers/**/*.ts'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['core/**/*.ts', 'scripts/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.name=/^mkdir(Sync)?$/] Property[key.name="recursive"]',
          message: 'It may never return: makeFolder (core/make-folder.ts).',
        },
      ],
    },
  },
];
