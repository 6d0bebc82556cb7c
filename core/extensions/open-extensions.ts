// A project's own code, from the folder of its modules to the parts of the service (core/service/open-service.ts). Without
// extensions nothing is loaded, and no request is affected.
import type { Clock } from '../clock.ts';
import { SERVICE_CONTEXT } from '../context.ts';
import { ProjectError } from '../errors.ts';
import type { EventReader } from '../events/event-reader.ts';
import type { CommittedEvent, Events, PublicationEvent } from '../events/events.ts';
import type { RuleDependencies } from '../admin/rule-change.ts';
import { bodyOf, handlersById, type AnyReply, type HandlerCall, type Handlers } from '../http/handler.ts';
import type { Logger } from '../log.ts';
import type { Model } from '../model/model.ts';
import { expandShipped } from '../description/expand-shipped.ts';
import type { OpenApiDocument } from '../description/openapi-document.ts';
import type { ExtensionTools, ServiceOperations } from './extension.ts';
import { createDurableEvents, type DurableListener } from './durable-events.ts';
import { ExtensionError } from './extension-error.ts';
import { createBackground, guarded, objectGuard, type Background } from './guarded.ts';
import { hooksByKey, hookTarget } from './hook-keys.ts';
import { loadExtensions, type ExtensionsFolder, type LoadedExtension } from './load-extensions.ts';
import { createOperationHooks, type ExtensionWithTools } from './operation-hooks.ts';
import { assertHandlers, assertUnusedIds, mergeDescriptions, objectWrites } from './extension-description.ts';
import { ensureEndpoints } from './extension-endpoints.ts';
import { extensionJobs, extensionSchedules } from './extension-jobs.ts';
import { extensionHandlers } from './extension-operations.ts';
import { asError } from '../values.ts';

export interface ReadExtensions<Document extends OpenApiDocument> {
  /** The bundle, with the additions of extensions. */
  description: Document;
  /** First path segments of the extensions. */
  segments: ReadonlySet<string>;
  extensions: readonly LoadedExtension[];
}

/**
 * Loads the extensions and merges their descriptions into the bundle; the database is not changed yet.
 * @param assertDescription throws for a document that is not valid OpenAPI
 * @throws ExtensionError
 */
export async function readExtensions<Document extends OpenApiDocument>(
  bundle: Document,
  folder: ExtensionsFolder,
  assertDescription: (document: Document) => Promise<void>,
): Promise<ReadExtensions<Document>> {
  const read = await readOwnDescriptions(bundle, folder, assertDescription);
  for (const loaded of read.extensions) assertHandlers(loaded);
  return read;
}

/** The same for extensions whose handlers may be missing: their types come from the description. @throws ExtensionError */
export async function readOwnDescriptions<Document extends OpenApiDocument>(
  bundle: Document,
  folder: ExtensionsFolder,
  assertDescription: (document: Document) => Promise<void>,
): Promise<ReadExtensions<Document>> {
  const extensions = await loadExtensions(folder);
  const operationsOf = ({ file, extension }: LoadedExtension, kind: 'before' | 'after'): string[] =>
    Object.keys(hooksByKey(extension, kind)).map((key) => hookTarget(file, key, bundle).operationId);
  const refused = (loaded: LoadedExtension): string[] => [
    ...operationsOf(loaded, 'before'),
    ...(loaded.extension.before?.object ? objectWrites(bundle) : []),
  ];
  for (const loaded of extensions) operationsOf(loaded, 'after');
  const described = extensions.filter(({ openapi }) => openapi);
  const published = described.length > 0 ? expandShipped(bundle) : bundle;
  // One by one, so that an error names its file.
  for (const loaded of described) {
    assertUnusedIds(loaded, published);
    const { description, segments } = mergeDescriptions(bundle, [loaded], refused);
    const paths = Object.entries(description.paths ?? {}).filter(([path]) => segments.has(path.split('/')[1] ?? ''));
    try {
      await assertDescription({ ...description, paths: Object.fromEntries(paths) });
    } catch (error) {
      const message = asError(error).message.replaceAll(/\s+/g, ' ').slice(0, 500);
      throw new ExtensionError(loaded.file, `its description is not valid: ${message}`, { cause: error });
    }
  }
  return { ...mergeDescriptions(bundle, extensions, refused), extensions };
}

interface ExtensionServices {
  rules: RuleDependencies;
  events: Events;
  handlers: Readonly<Handlers>;
  model: Model;
  log: Logger;
  clock: Clock;
  /** Time limit of code of extensions, in seconds. */
  seconds: number;
  reader: Pick<EventReader, 'add'>;
  /** This process runs jobs. */
  isWorker: boolean;
}

/** The same with bodies that are made, not functions that make them when they are sent. */
function withBodies(handlers: Readonly<Handlers>): ServiceOperations {
  const calls = Object.entries(handlersById(handlers)).map(([operationId, handle]) => {
    const call = async (input: HandlerCall): Promise<AnyReply> => {
      const reply = await handle(input);
      return { ...reply, body: await bodyOf(reply) };
    };
    return [operationId, call];
  });
  // cast: each operation has the call of its handler
  return Object.fromEntries(calls) as ServiceOperations;
}

function toolsOf(
  { extension }: LoadedExtension,
  { operations, clock, log: parent }: Pick<ExtensionServices, 'clock' | 'log'> & { operations: ServiceOperations },
): ExtensionTools {
  const log = parent.child({ extension: extension.name });
  return {
    operations,
    serviceContext: SERVICE_CONTEXT,
    log,
    clock,
    refuse(code, faults) {
      const kind = extension.errors?.[code];
      if (!kind) throw new Error(`the extension has no error "${code}"`);
      return new ProjectError({ code, status: kind.status, title: kind.title }, faults);
    },
  };
}

/** Listens to events. @returns ends it, and waits for what is under way */
function listen(extensions: readonly ExtensionWithTools[], { events, seconds }: ExtensionServices) {
  const ends: (() => void)[] = [];
  const backgrounds: Background[] = [];
  for (const { extension, tools } of extensions) {
    const { object } = extension.on ?? {};
    const before = extension.before?.object;
    if (before) ends.push(events.on('proposal', objectGuard(before, tools, seconds)));
    if (object) {
      const background = createBackground({ log: tools.log, seconds, what: 'on object' });
      backgrounds.push(background);
      ends.push(events.on('object', (event) => background.add(() => object(event, tools))));
    }
  }
  return async (): Promise<void> => {
    for (const end of ends) end();
    await Promise.all(backgrounds.map((each) => each.settled()));
  };
}

/** Listeners to events that are not lost: `on.durable`, and `on.publication` for those of publication dates. */
function durableListeners(extensions: readonly ExtensionWithTools[], seconds: number): DurableListener[] {
  return extensions.flatMap(({ extension: { name, on }, tools }) => {
    const { durable, publication } = on ?? {};
    const handler = (what: string, call: (event: CommittedEvent) => unknown) => async (event: CommittedEvent) => {
      await guarded({ log: tools.log, seconds, what }, async () => call(event));
    };
    const all: DurableListener[] = [];
    if (durable) all.push({ name, handle: handler('on durable', (event) => durable(event, tools)) });
    if (publication) {
      const handle = handler('on publication', (event) => publication(publicationOf(event), tools));
      all.push({ name: `${name}, publication`, wants: ({ of_date }) => of_date === true, handle });
    }
    return all;
  });
}

const publicationOf = ({ id, type, event, at }: CommittedEvent): PublicationEvent => ({
  object_id: Number(id),
  object_type: type,
  event: event === 'published' ? event : 'unpublished',
  at,
});

/**
 * Creates the endpoints of the paths that extensions add, and the hooks.
 * @throws ExtensionError
 */
export async function openExtensions(
  { description: document, segments, extensions }: ReadExtensions<OpenApiDocument>,
  services: ExtensionServices,
) {
  const { model, rules, seconds, clock, reader, isWorker } = services;
  for (const { file, openapi } of extensions) {
    for (const path of Object.keys(openapi?.['paths'] ?? {})) {
      const type = model.types.get(path.split('/')[1] ?? '');
      if (type) throw new ExtensionError(file, `${path}: there is an object type "${type.name}"`);
    }
  }
  if (extensions.length > 0) await ensureEndpoints(rules, extensions, segments);
  const equipment = { ...services, operations: withBodies(services.handlers) };
  const equipped = extensions.map((each) => ({ ...each, tools: toolsOf(each, equipment) }));
  const { hooks, settled } = createOperationHooks(equipped, { document, seconds });
  const stopListening = listen(equipped, services);
  const durable = createDurableEvents(durableListeners(equipped, seconds), { store: rules.store, clock });
  if (isWorker) reader.add(durable.consumers);
  const kindsOf = ({ extension: { errors = {} } }: LoadedExtension) =>
    Object.entries(errors).map(([code, kind]) => ({ code, ...kind }));
  return {
    errors: extensions.flatMap(kindsOf),
    hooks,
    /** Of jobs of extensions, and of failed calls with events that are not lost. */
    jobServices: [durable.service, ...extensionJobs(equipped)],
    schedules: await extensionSchedules(equipped),
    /** Of the operations of extensions, by operationId. */
    handlers: extensionHandlers(equipped, { document, seconds }),
    /** Waits for background work of requests. */
    async close() {
      await Promise.all([stopListening(), settled()]);
    },
  };
}
