/** Seals the secrets of the database with the present key (`npm run tool -- secrets`). */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { raiseAccessVersion } from '../../core/access/access-version.ts';
import { removeFactorHere } from '../../core/accounts/own-factors/remove-factor.ts';
import { resealFactors } from '../../core/accounts/factors/second-factor.ts';
import { resealParams, createSealer } from '../../core/accounts/sealed-secrets.ts';
import { resealWebhooks } from '../../core/webhooks/webhook-secrets.ts';
import { secretHash } from '../../core/secret-hash.ts';
import type { Store } from '../../core/store/store.ts';
import { CommandError, HELP, inLines, runCommandLine, TEXT } from '../command-line.ts';
import { withDatabase } from './open-database.ts';

const help = `Usage: npm run tool -- secrets [options]

Seals secrets of providers, webhooks and second factors again, whose key is not the first of SECRETS_KEY (else JWT_SECRET). After
that the other keys can be removed. The service may run meanwhile; its start does the same.

  --new-key NAME    creates another API key for an application instead, and shows it once; the previous key is invalid at
                    once. For the first application, whose key is unknown, when REQUIRE_API_KEY keeps all callers out
  --remove-factor USERNAME
                    removes the second factor of a user, who then signs in with the password and enrols another one. For the
                    last administrator; for others an administrator uses DELETE /auth/second_factor?user_id=…
  --help            shows this

The database is that of this folder's settings (MONGODB_URI, or the data in DATA_DIR).
The exit code is 0 when the current key opens all of them, 1 when a row has another key that is not configured, 2 when it could
not run.`;

const options = { 'new-key': TEXT, 'remove-factor': TEXT, help: HELP };

/** @throws CommandError */
async function newKey(store: Store, name: string): Promise<string> {
  const key = randomBytes(20).toString('hex');
  const { matchedCount } = await store.transaction(async (transaction) => {
    await raiseAccessVersion(store, transaction);
    const change = { $set: { api_key_hash: secretHash(key), modified: new Date() }, $inc: { revision: 1 } };
    return store.applications.updateOne({ name }, change, { session: transaction });
  });
  if (matchedCount === 0) throw new CommandError(`there is no application "${name}"`);
  return key;
}

/** @throws CommandError */
async function removedFactor(store: Store, username: string): Promise<string> {
  const isGone = await removeFactorHere(store, username, new Date());
  if (isGone === undefined) throw new CommandError(`there is no user "${username}"`);
  return isGone ? `removed the second factor of "${username}"` : `"${username}" has no second factor`;
}

await runCommandLine({ help, read: () => parseArgs({ options }), fail: inLines('secrets', 2) }, async ({ values }) => {
  const { 'new-key': name, 'remove-factor': username } = values;
  await withDatabase(async ({ store, config }) => {
    if (name !== undefined) return console.log(await newKey(store, name));
    if (username !== undefined) return console.log(await removedFactor(store, username));
    const sealer = createSealer(config.sealingKeys);
    const done = [
      await resealParams(store, sealer),
      await resealFactors({ store, sealer }),
      await resealWebhooks({ store, sealer }),
    ];
    const sealed = done.reduce((sum, each) => sum + each.sealed, 0);
    const unreadable = done.flatMap((each) => each.unreadable);
    for (const row of unreadable) console.log(`no key opens ${row}`);
    console.log(`sealed ${sealed} with key ${sealer.keyId}, ${unreadable.length} cannot be read`);
    if (unreadable.length > 0) process.exitCode = 1;
  });
});
