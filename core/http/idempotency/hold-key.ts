// The key of a request in use: its lease is renewed, and the response is stored at the end (D501, D502).
import type { IdempotencyKeyRow } from '../../store/idempotency-keys.ts';
import { WAIT_MS } from '../../store/idempotency-keys.ts';
import type { HashedUpload } from '../request/hashed-upload.ts';
import { KEPT_MS, KEY_LEASE_MS, type HeldKey, type IdempotencyOptions, type KeyedRequest } from './keyed-request.ts';
import type { Operation } from '../routing/operation.ts';
import { seal, type KeyedResponse } from './sealed-response.ts';
import { shownBeside } from './shown-objects.ts';

/** An answer with secrets, which no cache may keep, is given again for this time only (D763). */
const SECRET_MS = 300_000;
/** Maximum size of a stored response, bytes; a larger one is made again from its resource. */
const MAX_RESPONSE = 4_194_304;

/** Its answer holds a secret: no cache may keep it. */
const hasSecrets = ({ definition: { responses } }: Operation): boolean =>
  Object.entries(responses).some(
    ([status, { headers }]) => status.startsWith('2') && headers?.['Cache-Control'] !== undefined,
  );

type Held = Pick<KeyedRequest, 'operation' | 'caller' | 'target'> & {
  row: IdempotencyKeyRow;
  /** Encrypts the response. */
  sealing: Buffer;
  upload: HashedUpload | undefined;
};

const UNLOCKED = { $unset: { locked_until: '' } } as const;

/** Stores the response, or releases the key. */
async function keep(answer: KeyedResponse | undefined, held: Held, options: IdempotencyOptions): Promise<void> {
  const { row, sealing, upload, operation, caller, target } = held;
  const { store, clock } = options;
  const keys = store.idempotencyKeys;
  const mine = { _id: row._id, attempt: row.attempt };
  if (!answer || answer.status >= 400) {
    const { deletedCount } = await keys.deleteOne({ ...mine, commits: 0 }, { maxTimeMS: WAIT_MS });
    if (deletedCount === 1) return;
  }
  const sealed = answer && answer.status < 500 ? await seal(answer, sealing) : undefined;
  if (!answer || !sealed || sealed.length > MAX_RESPONSE) return void (await keys.updateOne(mine, UNLOCKED));
  const after = (milliseconds: number): Date => new Date(clock.now().getTime() + milliseconds);
  const content = upload?.content();
  const until = hasSecrets(operation) && { until: after(SECRET_MS) };
  const now = await keys.findOne({ _id: row._id }, { projection: { made: 1 } });
  const shown = await shownBeside(store, { answer, segments: target.segments, made: now?.made ?? [] }, clock.now());
  const kept = {
    // cast: the driver takes a Buffer, and reads it as Binary, which is the type of the field
    answer: sealed as never,
    answered: { rules: options.rulesFor(caller), shown, ...until },
    expires: after(KEPT_MS),
    ...(content !== undefined && { content }),
  };
  await keys.updateOne(mine, { $set: kept, ...UNLOCKED });
}

/** Holds a key until its request is settled. */
export function holdKey(held: Held, options: IdempotencyOptions): Pick<HeldKey, 'settle'> {
  const { row, upload } = held;
  const { store, clock, log } = options;
  const renewal = setInterval(() => {
    const locked_until = new Date(clock.now().getTime() + KEY_LEASE_MS);
    store.idempotencyKeys
      .updateOne({ _id: row._id, attempt: row.attempt }, { $set: { locked_until } })
      .catch((error: unknown) => log.warn({ err: error }, 'the key of a request could not be renewed'));
  }, KEY_LEASE_MS / 3).unref();
  return {
    async settle(answer) {
      clearInterval(renewal);
      upload?.end();
      await keep(answer, held, options).catch((error: unknown) =>
        log.error({ err: error }, 'the answer of a key could not be kept'),
      );
    },
  };
}
