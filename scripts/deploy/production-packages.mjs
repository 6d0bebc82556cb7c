// Installs the packages of an image: those of production and the optional ones (S3 and the like), as package-lock.json has them.
// Plain Node without packages, run in a folder with package.json and package-lock.json.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { peerDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const optional = Object.entries(peerDependencies).map(([name, version]) => `${name}@${version}`);
const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];

npm('ci', ...options);
// npm leaves them out above, since the project itself has them for development.
if (optional.length > 0) npm('install', '--no-save', '--save-prod', ...options, ...optional);

/** @param {string[]} args */
function npm(...args) {
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
