// Dependencies of handlers, assembled once in core/service/open-service.ts.
import type { AccessService } from '../core/access/access-service.ts';
import type { CredentialsChangeServices } from '../core/accounts/passwords/credentials-change.ts';
import type { ProviderServices } from '../core/accounts/providers/provider-sign-in.ts';
import type { Sealer } from '../core/accounts/sealed-secrets.ts';
import type { SignInServices } from '../core/accounts/credentials/sign-in-services.ts';
import type { SignupServices } from '../core/accounts/signup/signup.ts';
import type { Clock } from '../core/clock.ts';
import type { EventReader } from '../core/events/event-reader.ts';
import type { EventNumbering } from '../core/events/event-numbering.ts';
import type { StatedLimits } from '../core/config/stated-limits.ts';
import type { Events } from '../core/events/events.ts';
import type { FileServices } from '../core/files/file-services.ts';
import type { ChangeAtomically } from '../core/http/parts/atomic-operations.ts';
import type { LiveDescription } from '../core/description/live-description.ts';
import type { RequestChecks } from '../core/http/explain/explain-access.ts';
import type { RoutingTable } from '../core/http/routing/routing-table.ts';
import type { ScheduledWork } from '../core/jobs/job-services.ts';
import type { Jobs } from '../core/jobs/jobs.ts';
import type { LegacyServices } from '../core/legacy/publication.ts';
import type { Metrics } from '../core/metrics/metrics.ts';
import type { ModelService } from '../core/model/model-service.ts';
import type { Feed } from '../core/objects/feed/listen-to-feed.ts';
import type { ObjectServices } from '../core/objects/object-services.ts';
import type { TrashServices } from '../core/objects/trash/trash-services.ts';
import type { Store } from '../core/store/store.ts';
import type { WebhookServices } from '../core/webhooks/webhook-services.ts';

export interface Services {
  store: Store;
  modelService: ModelService;
  access: AccessService;
  objects: ObjectServices;
  files: FileServices;
  trash: TrashServices;
  jobs: Jobs;
  legacy: LegacyServices;
  metrics: Pick<Metrics, 'text'>;
  /** Events without a request, for listeners. */
  events: Events;
  /** Gives committed events their numbers. */
  recordedEvents: { numbering: EventNumbering; reader: EventReader };
  /** Streams of events. */
  feed: Feed;
  webhooks: WebhookServices;
  signIn: SignInServices;
  credentialsChange: CredentialsChangeServices;
  signup: SignupServices;
  /** Of secrets in the database. */
  sealer: Sealer;
  /** Signing in through other services. */
  providers: ProviderServices;
  clock: Clock;
  /** By base URL (D39). */
  description: LiveDescription;
  changeAtomically: ChangeAtomically;
  /** The dispatched operations. */
  routes(): Pick<RoutingTable, 'operations'>;
  /** The checks of a request before its handler. */
  checks(): RequestChecks;
  /** Names of the loaded extensions. */
  plugins: readonly string[];
  /** Of extensions. */
  schedules(): readonly ScheduledWork[];
  config: {
    /** Largest `page_size` (D5). */
    pageSizeMax: number;
    /** Items that `page[total]=bounded` counts at most (D590). */
    countLimit: number;
    /** Migrations of this release. */
    databaseVersion: number;
    /** Milliseconds that the database may take for a list (D7). */
    queryTimeLimit: number;
    debug: boolean;
    version: string;
    limits: StatedLimits;
  };
}
