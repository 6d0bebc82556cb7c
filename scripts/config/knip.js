// What knip takes for used: the programs, which are the commands, and what other programs load by name.
import { COMMANDS } from '../commands.mjs';

const commands = Object.values(COMMANDS).flatMap(({ file }) => (/\.(ts|mjs)$/.test(file) ? [`scripts/${file}`] : []));

export default {
  entry: [
    'core/client/index.ts',
    'scripts/{run,start,ensure-dependencies}.mjs',
    'scripts/start.ts',
    ...new Set(commands),
    'core/http/docs/start.js',
    'core/browser/editor.js',
    'core/browser/passkey.js',
    'scripts/bench/servers/{service,floor-express,floor-node,plain-express,bare-express}.ts',
    'scripts/create/create.mjs',
    'scripts/deploy/*.mjs',
    'test/support/*/{jobs,signup,transaction}-process.ts',
    'test/fixtures/{extensions,search}/*.ts',
  ],
  project: ['{core,handlers,scripts,test}/**/*.{ts,mjs,js,cjs}'],
  ignore: ['scripts/sdk/{typescript-files,scenarios}/**'],
  ignoreBinaries: ['mkfifo', 'setpriv'],
  ignoreDependencies: [
    '@redocly/cli',
    '@typescript/native-preview',
    'dclint',
    'music-metadata',
    'oxlint',
    'oxlint-tsgolint',
  ],
  ignoreExportsUsedInFile: { interface: true, type: true },
  'dependency-cruiser': { config: ['scripts/config/architecture.cjs'] },
  vitest: {
    config: ['scripts/config/vitest.config.ts', 'scripts/config/vitest.browser.config.ts'],
    entry: ['test/**/*.test.ts', 'test/browser/**/*.browser.ts'],
  },
};
