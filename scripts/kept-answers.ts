// Responses that are kept while nothing has changed (core/store/exact-cache, D910): what they depend on beside the data.
import type { AccessService } from '../core/access/access-service.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config/config.ts';
import type { OperationHooks } from '../core/http/handler.ts';
import { bytesOfAnswer, createKeptAnswers, type KeptAnswers } from '../core/http/kept-answers.ts';
import type { Metrics } from '../core/metrics/metrics.ts';
import type { ModelService } from '../core/model/model-service.ts';
import type { PrimaryWatch } from '../core/store/connect.ts';
import { ExactCache } from '../core/store/exact-cache/exact-cache.ts';
import { createFreshness } from '../core/store/exact-cache/freshness.ts';
import type { Store } from '../core/store/store.ts';

interface KeptAnswersParts {
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

/**
 * Responses that are kept while nothing has changed (D910), by the setting. With reads from secondaries none is: they may be
 * older than the versions, which are those of the primary.
 */
export function keptAnswersOf(parts: KeptAnswersParts, config: Config): KeptAnswers | undefined {
  const { store, clock, access, modelService, primary, hooks, baseUrl, metrics } = parts;
  const { responseCacheBytes: bytes, readPreference, countLimit, pageSizeMax, requireApiKey, debug } = config;
  if (bytes === 0 || readPreference !== 'primary') return undefined;
  const settings = JSON.stringify([parts.config.version, countLimit, pageSizeMax, requireApiKey, debug]);
  const epoch = (): string | undefined => {
    const term = primary.term();
    return term && `${settings} ${term} ${modelService.current().version} ${access.current().version}`;
  };
  const freshness = createFreshness(store, clock);
  const notes = metrics.responseCache;
  const cache = new ExactCache({ freshness, epoch, bytes, bytesOf: bytesOfAnswer, notes });
  notes.watch(() => cache.bytes);
  return createKeptAnswers({ cache, hooks, baseUrl });
}
