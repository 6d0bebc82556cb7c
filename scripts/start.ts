/** Runs the service (`npm start`): settings, database, service, HTTP server, and their end. Holds no rule of the API. */
import cluster from 'node:cluster';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSettings, readConfig, type Config } from '../core/config/config.ts';
import { unknownSettings } from '../core/config/unknown-settings.ts';
import { deferContinue } from '../core/http/request/expect-continue.ts';
import { answerFramingError } from '../core/http/response/framing-error.ts';
import { createHttpServer } from '../core/http/http-server.ts';
import { deferExpectations } from '../core/http/request/request-head.ts';
import { createLog, type Logger } from '../core/log.ts';
import { startEmbeddedServer, type EmbeddedServer } from '../core/store/mongod/embedded-server.ts';
import { linesOf } from './command-line.ts';
import { loadEnvFile } from './env-file.ts';
import type { modelAtStart } from './model/apply-at-start.ts';
import { passwordLine, readyMessage } from './ready-message.ts';
import type { Service } from '../core/service/open-service.ts';
import { reportReady, startWorkers, type ReadyWorker, type Workers } from './workers.ts';

const requestTimeoutMs = 10_000;

/** What has been started so far, for `stop`. */
const parts: {
  server?: Server;
  service?: Pick<Service, 'close' | 'endStreams'>;
  workers?: Promise<Workers>;
  /** Once the service is ready, unless a person reads the lines. */
  log?: Logger;
  database?: Promise<EmbeddedServer>;
} = {};
let stoppingSince: number | undefined;

const inFile = loadEnvFile();
process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
if (cluster.isPrimary && /^(start|npx)$/.test(process.env['npm_lifecycle_event'] ?? '')) endWithShell();
main(process.argv.slice(2)).catch(fail);

/** npm passes SIGTERM to the shell that runs its script; a shell that ends of it leaves the service behind (D934). */
function endWithShell(): void {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    onSignal('SIGTERM');
  }, 200).unref();
}

async function main(args: string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return showHelp();
  if (args[0] !== undefined) throw new Error(`there is no option ${args[0]}: see --help`);
  // Before the settings are read: a misspelt name may be why another one is missing.
  const warnings = unknownSettings(process.env, inFile);
  if (cluster.isPrimary) for (const line of warnings) console.error(`colophon: ${line}`);
  const config = readConfig(process.env);
  if (cluster.isPrimary && config.workers > 1) return startAll(config);
  const model = config.model === undefined ? undefined : await readModel(config.model);
  // Listens before the database starts, so that a busy port is found out at once. Requests wait until all is there.
  const server = (parts.server = createHttpServer(config));
  deferContinue(server);
  deferExpectations(server);
  const answerHeld = holdRequests(server);
  const address = await listen(server, config);
  server.on('clientError', (error, socket) => answerFramingError(error, socket, config.publicUrl ?? address));
  const [mongodbUri, { openService }] = await Promise.all([
    config.mongodbUri ?? startDatabase(config),
    // Loaded while the database starts, which takes as long.
    import('../core/service/open-service.ts'),
  ]);
  const log = createLog(config.logLevel, config.logFormat);
  const service = (parts.service = await openService({ config, mongodbUri, log }));
  await applyModel(service, { model, config, log });
  const url = config.publicUrl ?? address;
  service.setPublicUrl(url);
  answerHeld(service.app);
  // Of several workers the first one.
  if ((cluster.worker?.id ?? 1) === 1) await adviseOnPassword(service, config);
  const ready = { address, adminPassword: service.adminPassword };
  if (cluster.isWorker) reportReady(ready);
  else showReady(ready, config);
}

/** @throws ModelFault, and ApiError */
async function applyModel(
  service: Service,
  { model, config, log }: { model: ReturnType<typeof modelAtStart> | undefined; config: Config; log: Logger },
): Promise<void> {
  await model?.(service, log).catch((error: unknown) => {
    // A generated password is shown at this start only.
    if (service.adminPassword !== undefined) console.error(`colophon: ${passwordLine(service.adminPassword, config)}`);
    throw error;
  });
}

/** @throws ModelFault */
async function readModel(folder: string): Promise<ReturnType<typeof modelAtStart>> {
  return (await import('./model/apply-at-start.ts')).modelAtStart(folder);
}

async function adviseOnPassword({ services }: Service, config: Config): Promise<void> {
  if (config.adminPassword === undefined) return;
  const { ignoredPassword } = await import('../core/accounts/passwords/reset-password.ts');
  const ignored = await ignoredPassword(services.store, config);
  if (ignored !== undefined) console.error(`colophon: ${ignored}`);
}

/** Starts the database and the workers, which handle all requests; the first one runs the jobs. */
async function startAll(config: Config): Promise<void> {
  const server = createServer();
  // A busy port is found out at once, and all workers have the same one, also when all are started again.
  await listen(server, config);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const mongodbUri = config.mongodbUri ?? (await startDatabase(config));
  parts.workers = startWorkers({
    count: config.workers,
    settings: (index) => ({
      PORT: String(port),
      MONGODB_URI: mongodbUri,
      // Its former name, which the environment of the workers may still have, would contradict it.
      ...(index > 0 && config.processRole === 'all' && { PROCESS_ROLE: 'api', JOBS: '' }),
    }),
    report: (line) => console.error(`colophon: ${line}`),
  });
  const workers = await parts.workers;
  showReady(workers.first, config, workers.processes());
}

/** Settings of the `.env` file here, if there is one. The environment takes precedence. */
function showHelp(): void {
  console.log('Usage: npm start\n');
  console.log('Starts the service, with an embedded MongoDB unless MONGODB_URI is set.');
  console.log(`Settings are environment variables, or lines of a file .env here:\n\n${describeSettings()}`);
}

/**
 * Keeps requests that arrive before the service is ready; the returned function passes them, and all later ones, to
 * `app`.
 */
function holdRequests(server: Server): (app: RequestListener) => void {
  const held: [IncomingMessage, ServerResponse & { req: IncomingMessage }][] = [];
  server.on('request', (request, response) => held.push([request, response]));
  return (app) => {
    server.removeAllListeners('request').on('request', app);
    for (const [request, response] of held) app(request, response);
  };
}

/** @returns the address that clients on this machine can use, without trailing slash. */
async function listen(server: Server, { host, port }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, host, port)));
    server.listen(port, host, resolve);
  });
  const given = (server.address() as AddressInfo).port;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${given}`;
}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is in use by another program: set PORT, or 0 for any free one`,
    EACCES: `port ${port} may not be used by this user: set PORT`,
    EADDRNOTAVAIL: `${host} is no address of this machine: set HOST`,
    ENOTFOUND: `${host} is no address of this machine: set HOST`,
  };
  return new Error(reasons[error.code ?? ''] ?? `cannot listen on port ${port} of ${host}: ${error.message}`);
}

async function startDatabase({ dataDir, mongodPath }: Config): Promise<string> {
  parts.database = startEmbeddedServer({
    dataDir,
    mongod: mongodPath,
    onProgress: (line) => console.error(`colophon: ${line}`),
    onUnexpectedExit: (reason) => fail(new Error(reason)),
  });
  return (await parts.database).uri;
}

/** On stdout in one piece, for programs that wait for it, and as a line of the log. @param processes of the workers */
function showReady(ready: ReadyWorker, config: Config, processes: readonly number[] = []): void {
  console.log(readyMessage({ ...ready, processes, isTerminal: process.stdout.isTTY }, config));
  if (process.stderr.isTTY) return;
  parts.log = createLog(config.logLevel, config.logFormat);
  parts.log.info({ address: ready.address, url: config.publicUrl }, 'ready');
}

function fail(error: unknown): void {
  if (stoppingSince !== undefined) return;
  console.error(linesOf('colophon', error));
  void stop(1);
}

function onSignal(signal: NodeJS.Signals): void {
  // Ctrl-C reaches all processes of the terminal; the primary ends the workers.
  if (cluster.isWorker && (signal === 'SIGINT' || stoppingSince !== undefined)) return;
  // Ctrl-C comes twice within moments, from the terminal and from npm; a person's second one comes later.
  if (stoppingSince !== undefined && performance.now() - stoppingSince > 400) process.exit(130);
  if (stoppingSince === undefined) void stop(0);
}

/** Waits for running requests, then stops service and database. If it is interrupted, mongod's watchdog ends mongod. */
async function stop(exitCode: number): Promise<void> {
  stoppingSince = performance.now();
  try {
    // They would last as long as their clients want.
    parts.service?.endStreams();
    if (parts.server?.listening) await closeServer(parts.server);
    await parts.service?.close();
    const workers = await parts.workers?.catch(() => undefined);
    await workers?.stop();
    const database = await Promise.race([parts.database?.catch(() => undefined), sleep(requestTimeoutMs)]);
    await database?.stop();
    parts.log?.info('stopped');
  } catch (error) {
    console.error(`colophon: while stopping: ${(error as Error).message}`);
    exitCode ||= 1;
  }
  process.exit(exitCode);
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection that is kept alive counts as open until its client leaves.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, sleep(requestTimeoutMs)]);
  clearInterval(idle);
  server.closeAllConnections();
}
