// Progenitor, which makes clients in Rust.
import path from 'node:path';
import { hasCommand, runCommand } from '../run-command.ts';
import { missingTool, toolbox } from '../toolbox.ts';
import type { PublicGenerator } from './public-generator.ts';

const version = '0.15.1';
const folderName = `cargo-progenitor-${version}`;

export const progenitor: PublicGenerator = {
  name: `progenitor ${version}`,
  async missing(say) {
    if (!(await hasCommand('cargo', ['--version']))) return 'it needs cargo';
    const fetch = (folder: string): Promise<unknown> =>
      runCommand('cargo', ['install', '--quiet', `cargo-progenitor@${version}`, '--root', folder]);
    return missingTool({ name: folderName, from: 'from crates.io', fetch, say });
  },
  steps: {
    'takes it': ({ description, out }) => {
      const bin = path.join(toolbox(), folderName, 'bin', 'cargo-progenitor');
      const options = ['--interface', 'builder', '-n', 'colophon', '-v', '0.0.0'];
      return runCommand(bin, ['progenitor', '-i', description, '-o', path.join(out, 'client'), ...options]);
    },
  },
  fault: {
    step: 'takes it',
    construct: 'bodies of `application/vnd.api+json`: of JSON it knows `application/json` alone',
    issue: 'https://github.com/oxidecomputer/progenitor/pull/1415',
  },
};
