// The layer rules of the code, as data for dependency-cruiser: who may import what. Type-only imports count too.

/** A rule that leaves `packages` to one folder of the service. The benchmark's floors, the mock and the tests may use them bare. */
const onlyIn = (folder, packages) => ({
  name: `${packages[0].replace(/\W+$/, '')}-only-in-${folder.replace('/', '-')}`,
  comment: `Only ${folder} may import ${packages.join(', ')}: each foreign library has one folder that can be replaced.`,
  severity: 'error',
  from: { path: '^(core|handlers|scripts)/', pathNot: [`^${folder}/`, '^scripts/(bench/|mock)'] },
  to: { path: packages.map((name) => `(^|/)node_modules/(@types/)?${name}(/|$)`) },
});

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Below all domains, beside the files of core itself. */
const GROUND = '(?:disk|json|network)/';

module.exports = {
  forbidden: [
    onlyIn('core/store', ['mongodb', 'mongodb-memory-server-core']),
    onlyIn('core/http', ['express', 'openapi-backend']),
    onlyIn('core/jobs', ['agenda', '@agendajs/[^/]*', 'cron-parser']),
    onlyIn('core/mail', ['nodemailer']),
    {
      ...onlyIn('core/mail', ['eta']),
      name: 'eta-only-for-mails-and-pages',
      comment: 'Only core/mail and core/browser make text of templates.',
      from: { path: '^(core|handlers|scripts)/', pathNot: ['^core/mail/', '^core/browser/'] },
    },
    onlyIn('core/browser', ['busboy']),
    onlyIn('core/metrics', ['prom-client']),
    onlyIn('core/tracing', ['@opentelemetry/[^/]*']),
    onlyIn('core/accounts', ['passport[^/]*']),
    onlyIn('core/accounts/providers', ['openid-client']),
    onlyIn('core/files/storage', ['@aws-sdk/[^/]*']),

    forbid(
      'format-is-pure',
      'core/format turns objects into documents and back; it reads no storage and knows no HTTP.',
      { path: '^core/format/' },
      { path: '^core/(store|http)/' },
    ),
    forbid(
      'store-is-lowest',
      'core/store knows no domain: what it needs from above comes as a parameter.',
      { path: '^core/store/' },
      { path: `^core/(?!store/|${GROUND})[^/]+/` },
    ),
    forbid(
      'query-knows-no-domain',
      'core/query says what a list asks for and in which order it is read, for objects and for rows alike.',
      { path: '^core/query/' },
      { path: `^core/(?!query/|store/|model/|${GROUND})[^/]+/` },
    ),
    forbid(
      'ground-is-below',
      'core/disk, core/json and core/network know only each other and the files of core itself.',
      { path: `^core/${GROUND}` },
      { path: `^core/(?!${GROUND})[^/]+/` },
    ),
    forbid(
      'domains-below-representation',
      'What is found becomes an answer above the domains; the legacy side makes its own answers of the same resources.',
      { path: '^core/(?!representation/|legacy/|service/)[^/]+/' },
      { path: '^core/representation/' },
    ),
    forbid(
      'domains-below-http',
      'The flow has one direction: core/http -> handlers -> core/<domain> -> core/store.',
      { path: '^core/(?!http/|browser/|format/|extensions/|service/)[^/]+/' },
      { path: '^core/http/' },
    ),
    forbid(
      'browser-is-a-client',
      'Pages for browsers read and change everything through dispatch, as any client; of the service they import HTTP only.',
      { path: '^core/browser/' },
      { path: `^(core/(?!browser/|http/|${GROUND})[^/]+/|handlers/|scripts/)` },
    ),
    forbid(
      'extensions-beside-handlers',
      "A project's own code is handled as handlers are: core/extensions stands on core, and nothing of core stands on it.",
      { path: '^(core/(?!extensions/|service/)|handlers/)' },
      { path: '^core/extensions/' },
    ),
    forbid(
      'client-without-service',
      'core/client is published for browsers: it needs neither the service nor Node.',
      { path: '^core/client/' },
      { path: '^(core/(?!client/)|handlers/|scripts/)' },
    ),
    forbid(
      'client-without-node',
      'core/client runs in browsers.',
      { path: '^core/client/' },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'handlers-apart',
      'A handler file imports no other handler; only handlers/index.ts gathers them. What two share belongs to core.',
      { path: '^handlers/', pathNot: '^handlers/index\\.ts$' },
      { path: '^handlers/', pathNot: '^handlers/services\\.ts$' },
    ),
    forbid(
      'core-is-below',
      'core knows neither handlers nor scripts: core/http gets the handlers as a parameter, from core/service.',
      { path: '^core/(?!service/)' },
      { path: '^(handlers|scripts)/' },
    ),
    forbid(
      'service-is-the-root',
      'core/service is where all parts meet: nothing of core and no handler knows it.',
      { path: '^(core/(?!service/)|handlers/)' },
      { path: '^core/service/' },
    ),
    forbid('service-knows-no-script', 'Scripts open the service.', { path: '^core/service/' }, { path: '^scripts/' }),
    forbid(
      'migrations-run-at-the-start',
      'Only core/service and scripts run migrations; nothing else depends on the steps from former releases.',
      { path: '^(core/(?!migrations/|service/)|handlers/)' },
      { path: '^core/migrations/' },
    ),
    forbid('handlers-run-nothing', 'Handlers know no script.', { path: '^handlers/' }, { path: '^scripts/' }),
    forbid(
      'tests-are-not-imported',
      'Nothing but a test imports test/, and the configuration of the run that ends with what they have seen.',
      { path: '^(core|handlers|scripts)/', pathNot: '^scripts/config/vitest.config.ts$' },
      { path: '^test/' },
    ),
    forbid('no-cycles', 'Two files that import each other are one file, or need a third.', {}, { circular: true }),
    forbid('resolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    forbid(
      'declared',
      'The package is not in package.json.',
      {},
      // An optional peer is taken for undeclared as well, by its line in peerDependenciesMeta.
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    ),
    forbid(
      'service-without-development-tools',
      'They run where only "dependencies" are installed, and optional peers where a setting asks for them.',
      {
        path: '^(core|handlers|scripts/(bundle|database|dev|model|person|transfer))/|^scripts/start\\.',
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm-peer'], pathNot: 'node_modules/@types/' },
    ),
  ],
  options: {
    doNotFollow: { path: '(^|/)(node_modules|generated)/' },
    exclude: { path: '^(\\.data|coverage|dist|scripts/sdk/(typescript-files|scenarios))/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
