// The commands of `npm run tool -- smallest`, each in its quickest form.

/** Data of the run for forms. */
export interface Place {
  /** A folder that is removed at the end. */
  folder: string;
  /** Of a running service. */
  url: string;
}

export interface Form {
  script: string;
  args: (place: Place) => readonly string[];
  /** Environment variables. */
  settings?: (place: Place) => Record<string, string>;
  /** The form whose result it needs. */
  after?: string;
}

/** The data of the running service. */
const itsData = ({ folder }: Place): Record<string, string> => ({ DATA_DIR: `${folder}/start` });

/** Run until it says that it is ready, then ended. */
export const SERVED = ['start', 'dev', 'mock'] as const;

const fixed =
  (...args: string[]) =>
  () =>
    args;

/** The longest ones first, so that two at a time end together. */
export const FORMS: readonly Form[] = [
  // It has a separate database.
  { script: 'image:check', args: fixed() },
  { script: 'test:faults', args: fixed('--smallest') },
  { script: 'test:events', args: fixed('--smallest') },
  { script: 'fuzz', args: fixed('--minutes', '1', '--requests', '1500', '--slow', '20000', '--verify') },
  { script: 'bench', args: fixed('--smallest') },
  { script: 'bench:scale', args: fixed('40', '--smallest', '--changes') },
  { script: 'demo', args: ({ url }) => ['--url', url, '--languages', 'it', '--region', 'Antarctic'] },
  {
    script: 'contract',
    args: ({ url, folder }) => ['--url', url, '--read-only', '--only', 'examples', '--out', `${folder}/contract`],
  },
  // The whole client is that of sdk:check.
  {
    script: 'sdk',
    args: ({ url, folder }) => ['--lang', 'typescript', '--types', 'documents', '--url', url, '--out', `${folder}/sdk`],
  },
  { script: 'bench:files', args: fixed('--smallest') },
  { script: 'bench:import', args: fixed('--smallest') },
  { script: 'bench:memory', args: fixed('--smallest') },
  { script: 'bench:webhooks', args: fixed('--smallest') },
  { script: 'bench:latency', args: fixed('--smallest') },
  { script: 'build:service', args: ({ folder }) => ['--out', `${folder}/package`, '--check'] },
  { script: 'build:create', args: ({ folder }) => ['--out', `${folder}/create`] },
  { script: 'build:contract', args: ({ folder }) => ['--out', `${folder}/contract-package`] },
  { script: 'build:client', args: ({ folder }) => ['--out', `${folder}/client`] },
  { script: 'backup', args: ({ folder }) => ['--out', `${folder}/backup`], settings: itsData },
  {
    script: 'restore',
    args: ({ folder }) => ['--from', `${folder}/backup`],
    settings: ({ folder }) => ({ DATA_DIR: `${folder}/restored` }),
    after: 'backup',
  },
  { script: 'migrate', args: fixed('--dry-run'), settings: itsData },
  { script: 'audit', args: fixed(), settings: itsData },
  // Not that of the running service, which others sign in to.
  {
    script: 'password',
    args: fixed('admin', '--generate'),
    settings: ({ folder }) => ({ DATA_DIR: `${folder}/restored` }),
    after: 'restore',
  },
  { script: 'model', args: fixed('apply', '--folder', 'scripts/demo/model', '--dry-run'), settings: itsData },
  { script: 'person', args: fixed('erase', '1', '--dry-run'), settings: itsData },
  { script: 'sbom', args: fixed('--licences') },
  { script: 'secrets', args: fixed(), settings: itsData },
  { script: 'verify', args: fixed('--quick'), settings: itsData },
  { script: 'import', args: ({ url }) => ['test/fixtures/transfer/smallest.ndjson', '--url', url, '--dry-run'] },
  { script: 'export', args: ({ url, folder }) => [`${folder}/content.ndjson`, '--url', url] },
  // A fresh clone may have no branch of this name.
  { script: 'test:changed', args: fixed('--since', 'HEAD', '--list') },
  // It writes existing content.
  { script: 'extension:types', args: fixed('test/fixtures/extensions') },
  { script: 'new', args: fixed('operation', 'getSmallest', '--path', '/smallest', '--dry-run') },
  // Newer than any release, and free to break.
  { script: 'release', args: fixed('1000.0.0', '--dry-run') },
];
