/** Serves the examples of a description, without a database (`npm run mock`). Here: the command line; scripts/mock/ does it. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Document } from 'openapi-backend';
import { CommandError, HELP, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { readDeploymentUrl } from '../deployment-url.ts';
import { createMock } from './mock-app.ts';
import { downloadDescription } from '../sdk/source/download-description.ts';

const root = path.resolve(import.meta.dirname, '../..');

const help = `Usage: npm run mock [-- --from <file or URL>]

Serves the examples of a description, without a database: a client can be written before there is content, and each error be seen.
Requests are checked by the description: what it refuses is 400, 401, 404 or 405 here too. Nothing is stored.

  Prefer: code=404          a header of a request: the response with this status
  Prefer: example=<name>    the example of this name

  --from <file or URL>  an OpenAPI 3.0 description as JSON, or the address of a running service; default: a fresh service
  --port <n>            default PORT, else 4010; 0 for a free one
  --host <name>         address to listen on; default HOST, else 127.0.0.1
  --token <token>       for a service whose description is not public; default COLOPHON_TOKEN
  --api-key <key>       for a service with REQUIRE_API_KEY=on; default COLOPHON_API_KEY
  --help                shows this`;

const options = { from: TEXT, port: TEXT, host: TEXT, token: TEXT, 'api-key': TEXT, help: HELP };

function portOf(given = process.env['PORT'] || '4010'): number {
  const port = Number(given);
  if (!/^\d{1,5}$/.test(given) || port > 65_535) throw new CommandError('--port takes a number from 0 to 65535');
  return port;
}

async function textOf(from: string | undefined, secrets: { token?: string; apiKey?: string }): Promise<string> {
  if (from !== undefined && /^https?:/.test(from))
    return downloadDescription({ url: readDeploymentUrl(from), ...secrets });
  const file = path.resolve(from ?? path.join(root, 'generated/openapi.expanded.json'));
  return readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new CommandError(`--from: ${file} cannot be read (${code})`);
  });
}

async function readDescription(...source: Parameters<typeof textOf>): Promise<Document> {
  const given = await textOf(...source);
  try {
    const description = JSON.parse(given) as Partial<Document>;
    if (/^3\.0\./.test(description.openapi ?? '') && description.paths) return description as Document;
  } catch {
    // The message below is for both.
  }
  throw new CommandError('--from: this is no OpenAPI 3.0 description as JSON');
}

await runCommandLine({ help, read: () => parseArgs({ options }), fail: inLines('mock') }, async ({ values }) => {
  const { from, port, host = process.env['HOST'] || '127.0.0.1', ...secrets } = values;
  const token = secrets.token ?? process.env['COLOPHON_TOKEN'];
  const apiKey = secrets['api-key'] ?? process.env['COLOPHON_API_KEY'];
  const description = await readDescription(from, { ...(token && { token }), ...(apiKey && { apiKey }) });
  const server = createServer(await createMock(description));
  server.listen(portOf(port), host);
  await Promise.race([
    once(server, 'listening'),
    once(server, 'error').then(([error]: unknown[]) => {
      throw new CommandError(`cannot listen: ${(error as Error).message}`);
    }),
  ]);
  const { port: listening } = server.address() as AddressInfo;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${listening}`;
  console.log(`ready on ${url}`);
  console.log(`${Object.keys(description.paths ?? {}).length} paths; try: curl -H 'Prefer: code=404' ${url}/home`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
});
