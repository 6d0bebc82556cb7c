// The migrations of the service, in the order of their execution: new ones are appended, none is removed.
import type { Sealer } from '../accounts/sealed-secrets.ts';
import type { Clock } from '../clock.ts';
import type { Migration } from '../store/migrations.ts';
import { addAccountNames } from './add-account-names.ts';
import { addAuditTrail } from './add-audit-trail.ts';
import { addAttributePermissions } from './add-attribute-permissions.ts';
import { addAudiences } from './add-audiences.ts';
import {
  addEvents,
  addFiles,
  addIdempotencyKeys,
  addPasskeys,
  addPurgedFolders,
  addSecondFactors,
  addTreeAndRelations,
  addUploadTokens,
  addWebhooks,
} from './add-collections.ts';
import { addJobDueDates } from './add-job-due-dates.ts';
import { addPermissionVisibility } from './add-permission-visibility.ts';
import { addSessions } from './add-sessions.ts';
import { sealProviderParams } from './seal-params.ts';
import { addVersionNumbers } from './add-version-numbers.ts';
import { dropCustomIndex } from './drop-custom-index.ts';
import { dropMixedLists } from './drop-mixed-lists.ts';
import { dropUnameCollection } from './drop-uname-collection.ts';
import { hashApiKeys } from './hash-api-keys.ts';
import { moveEvents } from './move-events.ts';
import { dropTrashIndexes } from './drop-trash-indexes.ts';
import { rebuildHiddenSearch } from './rebuild-hidden-search.ts';
import { seedModel } from './seed-model.ts';
import { seedPermissions } from './seed-permissions.ts';
import { seedPublication } from './seed-publication.ts';

export interface MigrationParts {
  clock: Clock;
  /** Setting LEGACY_ROOT. */
  publication: string | undefined;
  firstAccounts: Migration;
  sealer: Sealer;
}

export const allMigrations = ({ clock, publication, firstAccounts, sealer }: MigrationParts): Migration[] => [
  seedModel(clock),
  firstAccounts,
  seedPermissions(clock),
  addAccountNames,
  addTreeAndRelations,
  addFiles,
  addJobDueDates,
  seedPublication(publication, clock),
  addUploadTokens,
  addPermissionVisibility,
  rebuildHiddenSearch,
  addAudiences,
  dropCustomIndex,
  dropUnameCollection,
  addIdempotencyKeys,
  addVersionNumbers,
  dropMixedLists,
  addSessions,
  addEvents,
  addSecondFactors,
  moveEvents,
  addWebhooks,
  sealProviderParams(sealer),
  hashApiKeys,
  addPurgedFolders,
  addAuditTrail,
  addAttributePermissions,
  addPasskeys,
  dropTrashIndexes,
];
