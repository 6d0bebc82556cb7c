// All commands of the project. Those of package.json are run by `npm run NAME`, the others by `npm run tool -- NAME`; either way
// by scripts/run.mjs. Plain Node without packages, as they may not be installed yet.

/**
 * @typedef {object} Command
 * @property {string} does   a line for `npm run help`
 * @property {string} file   the script below scripts/, or the program of a package
 * @property {string[]} [args]   arguments before those of the command line
 * @property {boolean} [needsTools]   false if it runs without the development dependencies
 */

/** @type {(does: string, file: string, ...args: string[]) => Command} */
const command = (does, file, ...args) => ({ does, file, args });
/** @type {(does: string, file: string) => Command} */
const ofService = (does, file) => ({ does, file, needsTools: false });

const vitest = (config) => ['vitest', 'run', '--config', `scripts/config/${config}`];
const layout = (mode) => ['oxfmt', '.', mode];

/** By topic. @type {Record<string, Record<string, Command>>} */
export const TOPICS = {
  'Run the service': {
    start: ofService('runs the service; without MONGODB_URI it brings its own database (D635)', 'start.mjs'),
    dev: ofService('the same, restarted when a file changes, also of the code of a project', 'dev/dev.ts'),
    demo: command('fills a running service with the countries of the world', 'demo/demo.ts'),
    mock: command('serves the examples of a description, without a database', 'mock/mock.ts'),
  },
  'Look after its data': {
    import: ofService('content from a file, over HTTP or into the database', 'transfer/import.ts'),
    export: ofService('content into a file', 'transfer/export.ts'),
    backup: ofService('copies a database and its files into a folder while the service runs', 'database/backup.ts'),
    restore: ofService('fills an empty database and storage from a backup, and verifies them', 'database/restore.ts'),
    verify: ofService(
      'checks every invariant of a database and its files; --repair repairs derived data',
      'database/verify.ts',
    ),
    migrate: ofService('brings a database to the version of this release', 'database/migrate.ts'),
    model: ofService('compares the model of a service with files, applies them, pulls it into them', 'model/model.ts'),
    password: ofService('sets the password of a user in the database (D860)', 'database/password.ts'),
    secrets: ofService('seals the secrets in the database with the current key (D687)', 'database/secrets.ts'),
    audit: ofService('writes the audit trail as JSON lines, or removes its oldest rows (D691)', 'database/audit.ts'),
    person: ofService('exports or erases the data of a person in the database (D627)', 'person/person.ts'),
  },
  'Change the code': {
    new: command('writes the skeleton of an operation or of a shipped type in all its places', 'new/new.ts'),
    generate: command('writes generated/ from openapi/; --check fails if a file would change', 'generate/generate.ts'),
    check: command('every static check; -- NAME... runs just these', 'check/check.ts'),
    test: command('all tests; -- folders runs the files of this name', ...vitest('vitest.config.ts')),
    'test:changed': command(
      'about a minute: the tests that changes since main break most likely',
      'test-changed/test-changed.ts',
    ),
    format: command('the layout of all files, writes', ...layout('--write')),
    'extension:types': command('the types of the operations of a project', 'generate/extension-types.ts'),
  },
  'The checks': {
    lint: command(
      'oxlint with types: promises, cases, sizes of files and functions',
      'oxlint',
      '--type-aware',
      '--report-unused-disable-directives-severity',
      'error',
    ),
    'lint:description': command(
      'Redocly: the YAML by our rules, the examples against their schemas',
      'redocly',
      'lint',
      '--config',
      'scripts/config/redocly.yaml',
      '--format',
      'stylish',
    ),
    'lint:architecture': command(
      'the layers of core, and which folder may use which package',
      'depcruise',
      'core',
      'handlers',
      'scripts',
      'test',
      '--config',
      'scripts/config/architecture.cjs',
    ),
    'lint:unused': command(
      'knip: files, exports and dependencies that nothing uses',
      'knip',
      '--config',
      'scripts/config/knip.js',
    ),
    types: command('the native tsc, without output', 'tsgo', '--noEmit'),
    'format:check': command('the layout of all files, writes nothing', ...layout('--check')),
    folders: command('the folders of core as layers without cycles', 'folders/folders.ts'),
    casts: command('type assertions in core: a number that only goes down (D902)', 'casts/casts.ts'),
    commits: command('the subject and the body of each commit since the last release', 'commits/commits.ts'),
    breaking: command('CHANGELOG.md lists what breaks clients of the last release', 'breaking/breaking.ts'),
    'audit:dependencies': command('known faults of the dependencies (D625)', 'dependencies/audit-dependencies.ts'),
  },
  'Test it harder': {
    'test:browser': command('pages and files in a Chromium of this machine', ...vitest('vitest.browser.config.ts')),
    'test:faults': command(
      'faults of processes, disks, clocks and members: no acknowledged write is lost',
      'faults/faults.ts',
    ),
    'test:events': command('the same, while a webhook and a listener receive every event in order', 'events/events.ts'),
    fuzz: command('hostile requests to every operation, by a seed', 'fuzz/fuzz.ts'),
    contract: command('checks a deployment against its description', 'contract/contract.ts'),
    'contract:check': command(
      'the same against a service of its own, Schemathesis included',
      'contract/contract-check.ts',
    ),
    mutations: command('a fault in each folder of core, which a test must notice', 'mutations/mutations.ts'),
    smallest: command('each command once, in its smallest form', 'smallest/smallest.ts'),
  },
  'Make clients': {
    sdk: command('the client of a running service: -- --lang typescript --url URL --out FOLDER', 'sdk/sdk.ts'),
    'sdk:check': command('generates, compiles and runs the clients of all languages', 'sdk/sdk-check.ts'),
    'build:client': command('the package of colophon/client, in dist', 'release/build-client.ts'),
  },
  'Measure it': {
    bench: command('speed and processor time beside handwritten code (D456)', 'bench/run.ts'),
    'bench:scale': command(
      'the cost of requests among n objects and among a hundredth of them',
      'bench/run.ts',
      '--scale',
    ),
    'bench:files': command('upload and download of 1 GB, and the memory of the service', 'bench/files.ts'),
    'bench:import': command('an import of 200,000 objects beside insertMany of the same rows', 'bench/import.ts'),
    'bench:memory': command('memory in the course of an hour of lists, writes, files and pictures', 'bench/memory.ts'),
    'bench:latency': command('the time from a commit to its mail, webhook and event in a stream', 'bench/latency.ts'),
    'bench:webhooks': command('the cost of ten webhooks for POST and PATCH', 'bench/webhooks.ts'),
  },
  'Release it': {
    'build:service': command(
      'the package of the service, in dist/service; --check installs and starts it',
      'release/build-service.ts',
    ),
    'build:contract': command('the package of contract, for npx, in dist/contract', 'release/build-contract.ts'),
    'build:create': command('the package of npm create colophon, in dist/create', 'release/build-create.ts'),
    'image:check': command('the steps of the Dockerfile in folders, without Docker', 'release/image-check.ts'),
    sbom: command('the bill of materials as CycloneDX, or the licences', 'release/sbom.ts'),
    release: command(
      'gives the unreleased changes a version, and keeps the description for breaking',
      'release/release.ts',
    ),
  },
};

/** @type {Record<string, Command>} */
export const COMMANDS = Object.assign({}, ...Object.values(TOPICS));

/** How `name` is called. @param {Record<string, string>} scripts those of package.json */
export const calledAs = (name, scripts) => `npm run ${name in scripts ? name : `tool -- ${name}`}`;
