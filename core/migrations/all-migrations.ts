// The migrations of the service, in the order of their execution: those that fill an empty database, then those between
// releases. New ones are appended, none is removed.
import type { Clock } from '../clock.ts';
import type { Migration } from '../store/migrations.ts';
import { seedModel } from './seed-model.ts';
import { seedPermissions } from './seed-permissions.ts';
import { seedPublication } from './seed-publication.ts';

export interface MigrationParts {
  clock: Clock;
  /** Setting LEGACY_ROOT. */
  publication: string | undefined;
  firstAccounts: Migration;
}

export const allMigrations = ({ clock, publication, firstAccounts }: MigrationParts): Migration[] => [
  seedModel(clock),
  firstAccounts,
  seedPermissions(clock),
  seedPublication(publication, clock),
];
