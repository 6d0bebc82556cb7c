// Secrets of webhooks, and the signatures of Standard Webhooks (https://www.standardwebhooks.com) that they make.
import { createHmac, randomBytes } from 'node:crypto';
import type { Sealer } from '../accounts/sealed-secrets.ts';
import type { WebhookRow, WebhookSecret } from '../store/store.ts';
import type { WebhookServices } from './webhook-services.ts';

const PREFIX = 'whsec_';
/** Of the key; Standard Webhooks requires 24 to 64. */
const KEY_BYTES = 32;
/** Time for which a replaced secret signs as well. */
const OVERLAP_MS = 86_400_000;

export const newSigningSecret = (): string => PREFIX + randomBytes(KEY_BYTES).toString('base64');

/** Of the cursor of a webhook, and as owner of its secrets. */
export const webhookName = (webhookId: number): string => `webhook ${webhookId}`;

export const sealedSecret = (sealer: Sealer, webhookId: number, secret: string): WebhookSecret => ({
  ...sealer.seal(secret, webhookName(webhookId)),
  until: null,
});

/** Adds a new secret before the present one, which expires after a day; an older one expires immediately. */
export function replacedSecrets(secrets: readonly WebhookSecret[], added: WebhookSecret, now: Date): WebhookSecret[] {
  const until = new Date(now.getTime() + OVERLAP_MS);
  return [added, ...secrets.slice(0, 1).map((secret) => ({ ...secret, until }))];
}

/** The secrets that sign now. @returns none when they were sealed by a JWT_SECRET that is no longer known */
export function openSecrets(
  sealer: Sealer,
  { _id, secrets }: Pick<WebhookRow, '_id' | 'secrets'>,
  now: Date,
): string[] {
  const valid = secrets.filter(({ until }) => until === null || until > now);
  return valid.flatMap((secret) => sealer.open(secret, webhookName(_id)) ?? []);
}

export interface SignedMessage {
  /** The same at each attempt. */
  id: string;
  body: string;
}

function signature(secret: string, { id, body }: SignedMessage, seconds: number): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

/** Headers of a message that is sent now. */
export function signedHeaders(message: SignedMessage, secrets: readonly string[], now: Date): Record<string, string> {
  const seconds = Math.floor(now.getTime() / 1_000);
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => signature(secret, message, seconds)).join(' '),
  };
}

/** Reseals with the present key the secrets of a previous one. @returns the number of rows, and those that no key opens */
export async function resealWebhooks({ store: { webhooks }, sealer }: Pick<WebhookServices, 'store' | 'sealer'>) {
  let count = 0;
  const unreadable: string[] = [];
  for (const { _id, secrets } of await webhooks.find({}, { projection: { secrets: 1 } }).toArray()) {
    if (secrets.every(({ key_id: id }) => id === sealer.keyId)) continue;
    const sealed = secrets.map((secret) => {
      const text = sealer.open(secret, webhookName(_id));
      if (text === undefined) unreadable.push(`webhooks ${_id}`);
      return text === undefined ? secret : { ...secret, ...sealer.seal(text, webhookName(_id)) };
    });
    // Does not overwrite a secret that was renewed since.
    count += (await webhooks.updateOne({ _id, secrets }, { $set: { secrets: sealed } })).modifiedCount;
  }
  return { sealed: count, unreadable };
}
