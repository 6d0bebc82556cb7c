// Responses that are kept while nothing has changed (core/store/exact-cache, D910): what they depend on beside the data.
import { hash } from 'node:crypto';
import type { AccessService } from '../access/access-service.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { OperationHooks } from '../http/handler.ts';
import { createKeptResponses, type KeptResponses } from '../http/response/kept-responses.ts';
import type { KeptResponse } from '../http/response/kept-response.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Model } from '../model/model.ts';
import type { ModelService } from '../model/model-service.ts';
import type { PrimaryWatch } from '../store/connection/connect.ts';
import { ExactCache } from '../store/exact-cache/exact-cache.ts';
import { createFreshness } from '../store/exact-cache/freshness.ts';
import { versionedCollections } from '../store/exact-cache/noted-collections.ts';
import { createProofs } from '../store/exact-cache/proofs.ts';
import type { Store } from '../store/store.ts';

interface KeptResponsesParts {
  store: Store;
  clock: Clock;
  access: Pick<AccessService, 'current'>;
  modelService: Pick<ModelService, 'current'>;
  primary: Pick<PrimaryWatch, 'term'>;
  hooks: ReadonlyMap<string, OperationHooks>;
  baseUrl(host: string | undefined): string;
  config: { version: string };
  metrics: Pick<Metrics, 'responseCache'>;
}

/** Settings without an effect on documents; they may differ among the processes of a deployment. */
const IDLE_SETTINGS: readonly string[] = [
  ...['port', 'host', 'dataDir', 'mongodbUri', 'mongodPath', 'workers', 'processRole', 'responseCacheBytes'],
  ...['jwtSecrets', 'sealingKeys'],
];

/** Equal for processes with equal settings. */
function settingsOf(config: Config, version: string): string {
  const named = Object.entries(config).filter(([name]) => !IDLE_SETTINGS.includes(name));
  const plain = (_name: string, value: unknown): unknown =>
    value instanceof Map || value instanceof Set ? [...value] : value instanceof RegExp ? String(value) : value;
  return hash('sha256', JSON.stringify([version, named], plain));
}

/** Remembers those of the last model. */
function versionedOf(): (model: Model) => readonly string[] {
  let last: { model: Model; names: readonly string[] } | undefined;
  return (model) => {
    if (last?.model !== model) last = { model, names: versionedCollections(model.types.keys()) };
    return last.names;
  };
}

/** None with reads from secondaries: they may be older than the versions, which are those of the primary (D910). */
export function keptResponsesOf(parts: KeptResponsesParts, config: Config): KeptResponses | undefined {
  const { store, clock, access, modelService, primary, hooks, baseUrl, metrics } = parts;
  const { responseCacheBytes: bytes, readPreference } = config;
  if (bytes === 0 || readPreference !== 'primary') return undefined;
  const settings = settingsOf(config, parts.config.version);
  const epoch = (): string | undefined => {
    const term = primary.term();
    return term && `${settings} ${term} ${modelService.current().version} ${access.current().version}`;
  };
  const collectionsOf = versionedOf();
  const freshness = createFreshness(store, clock);
  const proofs = createProofs(() => collectionsOf(modelService.current()));
  const notes = metrics.responseCache;
  const cache = new ExactCache<KeptResponse>({ freshness, epoch, proofs, bytes, bytesOf: (kept) => kept.bytes, notes });
  notes.watch(() => cache.bytes);
  return createKeptResponses({ cache, hooks, baseUrl });
}
