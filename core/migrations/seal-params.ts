// Migration for databases that hold the parameters of providers, and their secrets, as plain text (D687).
import { resealParams } from '../accounts/sealed-params.ts';
import type { Sealer } from '../accounts/sealed-secrets.ts';
import type { Migration } from '../store/migrations.ts';

export const sealProviderParams = (sealer: Sealer): Migration => ({
  name: 'sealed secrets of providers',
  async run(store) {
    await resealParams(store, sealer);
  },
});
