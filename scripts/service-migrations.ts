// The migrations of the service, in their order: none is ever taken away or put before another one.
import type { Clock } from '../core/clock.ts';
import { fillAccounts } from '../core/accounts/fill-accounts.ts';
import { firstAccess } from '../core/accounts/first-access.ts';
import { fillJobs } from '../core/jobs/fill-jobs.ts';
import { firstPublication } from '../core/legacy/first-publication.ts';
import { fillHidden } from '../core/model/fill-hidden.ts';
import { fillIndexed } from '../core/model/fill-indexed.ts';
import { firstFill } from '../core/model/first-fill.ts';
import { dropUnames } from '../core/objects/drop-unames.ts';
import { fillAudiences } from '../core/objects/fill-audiences.ts';
import { fillFiles, fillUploadTokens } from '../core/files/fill-files.ts';
import { fillPermissions } from '../core/objects/fill-permissions.ts';
import { fillStructure } from '../core/objects/fill-structure.ts';
import { fillVersions } from '../core/objects/versions/fill-versions.ts';
import { fillKeys } from '../core/store/fill-keys.ts';
import type { Migration } from '../core/store/migrations.ts';

export interface MigrationParts {
  clock: Clock;
  /** Setting PUBLICATION. */
  publication: string | undefined;
  firstAccounts: Migration;
}

export const migrationsOf = ({ clock, publication, firstAccounts }: MigrationParts): Migration[] => [
  firstFill(clock),
  firstAccounts,
  firstAccess(clock),
  fillAccounts,
  fillStructure,
  fillFiles,
  fillJobs,
  firstPublication(publication, clock),
  fillUploadTokens,
  fillPermissions,
  fillHidden,
  fillAudiences,
  fillIndexed,
  dropUnames,
  fillKeys,
  fillVersions,
];
