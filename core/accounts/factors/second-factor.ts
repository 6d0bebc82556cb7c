// A second factor: codes of an authenticator (TOTP, RFC 6238) and recovery codes, each of which works once (D686).
import { randomBytes } from 'node:crypto';
import type { components } from '../../../generated/api.d.ts';
import { Secret, TOTP } from 'otpauth';
import { ApiError, invalidData } from '../../errors.ts';
import { secretHash } from '../../secret-hash.ts';
import type { CredentialRow, SecondFactor, Store } from '../../store/store.ts';
import type { ResponseKind } from '../credentials/login-throttle.ts';
import { isRightPasskey } from '../passkeys/use-passkey.ts';
import type { SignInServices } from '../credentials/sign-in-services.ts';
import type { Sealer, Resealed } from '../sealed-secrets.ts';

/**
 * The response of a user: a code of the authenticator, a recovery code, or the signature of a passkey with its
 * challenge.
 */
export type FactorAnswer = components['schemas']['SecondFactorDeleteBody'];

const PERIOD_S = 30;
const RECOVERY_CODES = 10;

export const hasFactor = (credential: CredentialRow | null): boolean =>
  credential !== null && (credential.second_factor !== undefined || (credential.passkeys?.length ?? 0) > 0);

const ownerOf = (userId: number): string => `second factor of ${userId}`;

export const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_S, label, issuer });

/** 160 bits, as RFC 4226 recommends; base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** As users type them: regardless of case, blanks and hyphens. */
const plain = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '');

/** 140 random bits each, so that a fast hash suffices, such as `ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YZ23`. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(18)).buffer }).base32;
    return (text.slice(0, 28).match(/.{4}/g) ?? []).join('-');
  });
  return { codes, hashes: codes.map((code) => secretHash(plain(code))) };
}

export const sealedFactor = ({ sealer }: Pick<SignInServices, 'sealer'>, userId: number, secret: string) =>
  sealer.seal(secret, ownerOf(userId));

/**
 * The time step of a code; undefined for a wrong one.
 * @throws ApiError service_unavailable if the secret was sealed with a key that is no longer configured
 */
export function stepOf(
  { sealer, clock, factorPolicy }: SignInServices,
  userId: number,
  factor: Pick<SecondFactor, 'key_id' | 'sealed'>,
  code: string,
): number | undefined {
  const secret = sealer.open(factor, ownerOf(userId));
  if (secret === undefined) {
    throw new ApiError('service_unavailable', 'The second factor cannot be read: its key is not configured.');
  }
  const timestamp = clock.now().getTime();
  const delta = totpOf(secret).validate({ token: plain(code), window: factorPolicy.codeWindow, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** Whether the response is correct; a code works once, also in concurrent requests. */
async function isRight(services: SignInServices, credential: CredentialRow, answer: FactorAnswer): Promise<boolean> {
  const { _id, second_factor: factor } = credential;
  const { credentials } = services.store;
  if (answer.passkey !== undefined) {
    const { passkey, challenge = '' } = answer;
    const read = await services.challenges.read(challenge);
    const isFor = read?.userId === _id && (read.use === 'sign-in' || read.use === 'confirmation');
    return isFor && isRightPasskey(services, credential, { passkey, challenge, isAlone: false });
  }
  if (answer.code !== undefined) {
    if (!factor) return false;
    const step = stepOf(services, _id, factor, answer.code);
    if (step === undefined) return false;
    const unused = { _id, 'second_factor.last_step': { $lt: step } };
    return (await credentials.updateOne(unused, { $set: { 'second_factor.last_step': step } })).matchedCount > 0;
  }
  const hash = secretHash(plain(answer.recovery_code ?? ''));
  // Users with passkeys only have them in another field.
  for (const place of ['second_factor.recovery', 'recovery'] as const) {
    const pull = { $pull: { [place]: hash } };
    if ((await credentials.updateOne({ _id, [place]: hash }, pull)).matchedCount > 0) return true;
  }
  return false;
}

/**
 * @returns undefined without a response
 * @throws ApiError invalid_data for two responses, and a passkey without its challenge
 */
export function answerIn(answer: FactorAnswer): FactorAnswer | undefined {
  const { code, recovery_code, passkey, challenge } = answer;
  const given = [code, recovery_code, passkey].filter((each) => each !== undefined);
  if (given.length > 1) {
    const second = recovery_code === undefined ? 'passkey' : 'recovery_code';
    throw invalidData(`/${second}`, `[${second}.allowed]: Send one of code, recovery_code and passkey.`);
  }
  if (given.length === 0) return undefined;
  if (passkey !== undefined && challenge === undefined) {
    throw invalidData('/challenge', '[challenge._required]: This field is required with a passkey.');
  }
  return answer;
}

const kindOf = ({ code, passkey }: FactorAnswer): ResponseKind =>
  passkey !== undefined ? 'passkey' : code !== undefined ? 'code' : 'recovery_code';

/**
 * Attempts are counted by the kind of the answer (D741).
 * @param sessionId of a caller who is signed in; without one attempts are counted for the user, from all addresses: the
 * caller has already sent the password
 * @throws ApiError login_failed, too_many_requests
 */
export async function assertFactor(
  services: SignInServices,
  { credential, answer }: { credential: CredentialRow; answer: FactorAnswer },
  sessionId?: string,
): Promise<void> {
  const succeeded = await services.throttle.beginAnswer(kindOf(answer), { userId: credential._id, sessionId });
  if (!(await isRight(services, credential, answer))) {
    const what = answer.passkey ? 'answer is wrong' : 'code is wrong';
    throw new ApiError('login_failed', `The ${what}, or it was used before.`);
  }
  await succeeded();
}

/** Seals factors of a previous key again, so that it can be removed. */
export async function resealFactors({ store, sealer }: { store: Store; sealer: Sealer }): Promise<Resealed> {
  let count = 0;
  const unreadable: string[] = [];
  const rows = store.credentials.find({ 'second_factor.key_id': { $type: 'string', $ne: sealer.keyId } });
  for await (const { _id, second_factor: factor } of rows) {
    if (!factor) continue;
    const secret = sealer.open(factor, ownerOf(_id));
    if (secret === undefined) {
      unreadable.push(`credentials ${_id}`);
      continue;
    }
    const { key_id, sealed } = sealer.seal(secret, ownerOf(_id));
    const unchanged = { _id, 'second_factor.sealed': factor.sealed };
    const update = { $set: { 'second_factor.key_id': key_id, 'second_factor.sealed': sealed } };
    count += (await store.credentials.updateOne(unchanged, update)).modifiedCount;
  }
  return { sealed: count, unreadable };
}
