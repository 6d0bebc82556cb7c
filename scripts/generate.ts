// Derives generated/ from openapi/: the bundle that dispatch loads, the types that handlers are checked against.
// `npm run generate` writes what changed; `npm run generate -- --check` writes nothing and fails when something would.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OpenApiDocument } from '../core/model/expand-description.ts';
import { expandShipped } from '../core/model/expand-shipped.ts';
import { generateTypes } from './generate/api-types.ts';
import { bundleDescription } from './generate/bundle.ts';
import { addJsonTwins } from './generate/media-types.ts';
import { addRateLimitResponses } from './generate/rate-limit-responses.ts';

const root = path.resolve(import.meta.dirname, '..');
const notice = 'Generated from openapi/ by npm run generate; never edit';

const json = (document: object) => `${JSON.stringify({ 'x-generated': notice, ...document }, null, 2)}\n`;

/** Every generated file with its content; nothing is written here. */
async function generateAll(): Promise<Record<string, string>> {
  const bundle = await bundleDescription(path.join(root, 'openapi/openapi.yaml'));
  addJsonTwins(bundle);
  addRateLimitResponses(bundle['paths'] as unknown as Parameters<typeof addRateLimitResponses>[0]);
  return {
    'generated/openapi.json': json(bundle),
    'generated/api.d.ts': `// ${notice}\n${await generateTypes(bundle)}`,
    'generated/openapi.expanded.json': json(expandShipped(bundle as OpenApiDocument)),
  };
}

async function main(): Promise<void> {
  const checking = process.argv.includes('--check');
  const stale: string[] = [];
  for (const [file, content] of Object.entries(await generateAll())) {
    const target = path.join(root, file);
    if ((await readFile(target, 'utf8').catch(() => undefined)) === content) continue;
    stale.push(file);
    if (checking) continue;
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  if (!checking) console.log(stale.length > 0 ? `written: ${stale.join(', ')}` : 'generated/ is up to date');
  else if (stale.length > 0) throw new Error(`not what openapi/ says: ${stale.join(', ')}\nRun: npm run generate`);
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
