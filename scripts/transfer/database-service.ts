// The service of this folder's settings, opened in this process: directly on its database (D510).
import { FIRST_USER_ID } from '../../core/access/access-rules.ts';
import { generationOf, userCaller } from '../../core/accounts/credentials/bearer.ts';
import { readConfig } from '../../core/config/config.ts';
import { SERVICE_CONTEXT, type RequestContext } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { assertSafe } from '../../core/http/request/request-body.ts';
import { createLog } from '../../core/log.ts';
import { changeLinks } from '../../core/objects/relations/change-links.ts';
import { createObject, updateObject } from '../../core/objects/writing/write-objects.ts';
import { startEmbeddedServer } from '../../core/store/mongod/embedded-server.ts';
import { CommandError } from '../command-line.ts';
import { listenOnLoopback } from '../loopback-server.ts';
import { openService } from '../../core/service/open-service.ts';
import { openHttpTarget } from './http-target.ts';
import { Refusal, Unavailable, withPatience, type Known, type Target } from './target.ts';

/** Concurrent writes: the writer commits waiting ones together. */
const AT_ONCE = 256;

/** Types that other operations create. */
const OWN_OPERATIONS: ReadonlySet<string> = new Set(['users', 'folders']);

/** An error of the rules for objects, in the form of a service's response. */
function asResponse(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code } = error;
  if (status === 503) return new Unavailable(error.message, 1);
  return new Refusal(
    error.faults.map(({ detail, source }) => ({ status, code, detail: detail ?? '', pointer: source?.pointer })),
  );
}

const patient = <T>(work: () => Promise<T>): Promise<T> =>
  withPatience(async () => {
    try {
      return await work();
    } catch (error) {
      throw asResponse(error);
    }
  });

/** @throws Error of one line when the database is unusable, or another service holds the data folder */
export async function openOwnService(env: NodeJS.ProcessEnv): Promise<Target> {
  const given = readConfig(env);
  // Limits are for clients; the service runs the jobs.
  const config = {
    ...given,
    browserUi: false,
    processRole: 'api' as const,
    rateLimit: null,
    requireApiKey: false,
    uploadQuotaBytes: null,
    uploadMaxFiles: null,
  };
  const database =
    config.mongodbUri === undefined
      ? await startEmbeddedServer({
          dataDir: config.dataDir,
          mongod: config.mongodPath,
          onProgress: (line) => console.error(line),
          onUnexpectedExit: (reason) => {
            console.error(reason);
            process.exit(1);
          },
        })
      : undefined;
  try {
    const mongodbUri = config.mongodbUri ?? database?.uri ?? '';
    const service = await openService({ config, mongodbUri, log: createLog('error') });
    const target = await targetOf(service).catch(async (error: unknown) => {
      await service.close();
      throw error;
    });
    return {
      ...target,
      name: config.mongodbUri === undefined ? config.dataDir : 'the database of MONGODB_URI',
      async close() {
        await target.close();
        await service.close();
        await database?.stop();
      },
    };
  } catch (error) {
    await database?.stop();
    throw error;
  }
}

/** A target in the process of an open service, as user 1, who is an administrator (D381). @throws CommandError without one */
export async function targetOf({ services, app }: Awaited<ReturnType<typeof openService>>): Promise<Target> {
  const { access, objects, store } = services;
  const user = await store.findAccount(FIRST_USER_ID);
  if (!user) throw new CommandError('user 1 is not there, in whose name objects are written');
  const caller = userCaller(FIRST_USER_ID, user, null);
  const context: RequestContext = { ...SERVICE_CONTEXT, caller, access: access.current().accessOf(caller) };

  const issue = async (): Promise<string> => {
    const claims = { userId: FIRST_USER_ID, applicationId: null, generation: generationOf(user) };
    return (await services.signIn.accessTokens.issue(claims)).token;
  };
  // Other resources than plain objects take the way of requests, to the same handlers.
  const server = await listenOnLoopback(app, { maxHeaderSize: 32_768, requestTimeout: 0 });
  const http = await openHttpTarget({
    url: server.url,
    token: await issue(),
    renewToken: issue,
    username: '',
    password: undefined,
    apiKey: undefined,
    atOnce: 16,
  });

  return {
    ...http,
    name: 'this process',
    atOnce: AT_ONCE,
    async find(unames) {
      const rows = await store.objects
        .find({ uname: { $in: [...unames] }, trashed: false }, { projection: { uname: 1, type: 1 } })
        .toArray();
      return new Map(rows.map(({ _id, uname, type }): [string, Known] => [uname, { id: String(_id), type }]));
    },
    create(type, attributes, relationships) {
      if (OWN_OPERATIONS.has(type)) return http.create(type, attributes, relationships);
      return patient(async () => {
        assertSafe(attributes, '/data/attributes');
        const { document } = await createObject(objects, { typeName: type, attributes, relationships }, context);
        return { id: String(document._id), uname: document.uname };
      });
    },
    update({ type, id }, change) {
      if (OWN_OPERATIONS.has(type)) return http.update({ type, id }, change);
      return patient(async () => {
        assertSafe(change.attributes, '/data/attributes');
        await updateObject(objects, { typeName: type, id }, () => change, context);
      });
    },
    link({ type, id }, relation, data) {
      return patient(async () => {
        assertSafe(data, '/data');
        await changeLinks(objects, { typeName: type, id, relation }, { how: 'add', data }, context);
      });
    },
    async close() {
      await http.close();
      await server.close();
    },
  };
}
