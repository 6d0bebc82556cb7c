// The examples of the guide and of README.md, run as their readers do: by a shell, with a `curl` of our own, so that no machine
// needs one.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** Exits with 22 for an answer that is an error, as `curl --fail` does, and says which request it was. */
const CURL = `#!/usr/bin/env node
const options = { method: undefined, headers: {}, body: undefined };
let address = '';
for (let rest = process.argv.slice(2); rest.length > 0; ) {
  const word = rest.shift();
  if (word === '-X') options.method = rest.shift();
  else if (word === '-d') options.body = rest.shift();
  else if (word === '-H') {
    const [name, ...value] = rest.shift().split(':');
    options.headers[name] = value.join(':').trim();
  } else if (!/^-[gis]+$/.test(word)) address = word;
}
options.method ??= options.body === undefined ? 'GET' : 'POST';
const response = await fetch(address, options);
console.log(await response.text());
if (response.status >= 400) {
  console.error(options.method + ' ' + address + ' ' + response.status);
  process.exit(22);
}
`;

/** Blocks of a page that need nothing but the service: no commands of npm, no values that the reader has to fill in. */
function blocksOf(text: string): string[] {
  const known = new Set(['TOKEN']);
  const blocks: string[] = [];
  for (const [, block = ''] of text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)) {
    for (const [, name = ''] of block.matchAll(/^([A-Z]+)=/gm)) known.add(name);
    const used = [...block.matchAll(/\$([A-Z]+)/g)].map(([, name = '']) => name);
    if (!block.includes('curl') && !block.startsWith('post ')) continue;
    if (/\bnpm |\.data\/| -T /.test(block) || used.some((name) => !known.has(name))) continue;
    blocks.push(block);
  }
  return blocks;
}

export interface ExampleRun {
  /** Blocks that were run. */
  count: number;
  /** What the shell said of the first fault; empty without one. */
  fault: string;
}

/**
 * Runs the examples of a page one after the other.
 * @param page path from the root of the project
 */
export async function runExamples(
  page: string,
  { url, password }: { url: string; password: string },
): Promise<ExampleRun> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'colophon-examples-'));
  try {
    await writeFile(path.join(folder, 'package.json'), '{"type": "module"}');
    await writeFile(path.join(folder, 'curl'), CURL);
    await chmod(path.join(folder, 'curl'), 0o755);
    const blocks = blocksOf(await readFile(path.join(root, page), 'utf8'));
    const signIn = `TOKEN=$(curl -s ${url}/auth -H 'Content-Type: application/json' -d '{"username": "admin", "password": "${password}"}' | node -p 'JSON.parse(require("fs").readFileSync(0)).meta.jwt')`;
    const script = [signIn, ...blocks]
      .join('\n')
      .replaceAll('http://127.0.0.1:3000', url)
      .replaceAll('open sesame 2026', password);
    const env = {
      ...process.env,
      PATH: [folder, path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
    };
    const fault = await run('sh', ['-eu', '-c', script], { cwd: folder, env, maxBuffer: 1e8 }).then(
      () => '',
      ({ stderr, stdout }: { stderr: string; stdout: string }) => `${stderr}${stdout.slice(-600)}`,
    );
    return { count: blocks.length, fault };
  } finally {
    await rm(folder, { recursive: true });
  }
}
