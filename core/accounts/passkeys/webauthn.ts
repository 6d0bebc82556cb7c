// Use of the WebAuthn library: options for a browser, and the checks of its responses (D695). It is loaded when the
// first passkey is used.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { createHash } from 'node:crypto';
import type { Passkey } from '../../store/store.ts';
import type { PasskeySite } from '../credentials/sign-in-services.ts';

const library = () => import('@simplewebauthn/server');

/** Milliseconds that a browser waits for its user. */
const TIMEOUT = 300_000;

type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'base64url'));
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** The value that an authenticator signs for a challenge of this service. */
export const signedChallenge = (token: string): string => createHash('sha256').update(token).digest('base64url');

interface Registered {
  /** Handle of the user, base64url. */
  handle: string;
  username: string;
  known: readonly Passkey[];
}

export async function creationOptions(
  { rpId }: PasskeySite,
  { handle, username, known }: Registered,
  { token, name }: { token: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: name,
    rpID: rpId,
    userName: username,
    userID: bytesOf(handle),
    challenge: bytesOf(signedChallenge(token)),
    timeout: TIMEOUT,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** @param passkeys those of a known user; undefined lets the browser's user choose one */
export async function requestOptions(
  { rpId }: PasskeySite,
  passkeys: readonly Passkey[] | undefined,
  token: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytesOf(signedChallenge(token)),
    timeout: TIMEOUT,
    // A passkey alone has to be two factors: the device, and the verification of its user.
    userVerification: passkeys ? 'preferred' : 'required',
    ...(passkeys && {
      allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports })),
    }),
  });
}

type NewPasskey = Pick<Passkey, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'synced'>;

/** @returns undefined for a response to another challenge, or from a page of another site */
export async function verifyRegistration(
  { rpId, origins }: PasskeySite,
  response: RegistrationResponseJSON,
  token: string,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const expected = { expectedChallenge: signedChallenge(token), expectedOrigin: origins, expectedRPID: rpId };
  // The library throws errors of many kinds for invalid responses.
  const verified = await verifyRegistrationResponse({ response, ...expected, requireUserVerification: false }).catch(
    () => undefined,
  );
  if (!verified?.verified) return undefined;
  const { credential, credentialBackedUp: synced } = verified.registrationInfo;
  const { id: credential_id, publicKey, counter, transports = [] } = credential;
  return { credential_id, public_key: textOf(publicKey), counter, transports: [...transports], synced };
}

/** @returns undefined for a response of another passkey or to another challenge, or with a repeated counter */
export async function verifyAssertion(
  { rpId, origins }: PasskeySite,
  { credential_id: id, public_key: key, counter }: Passkey,
  { response, token, isAlone }: { response: AuthenticationResponseJSON; token: string; isAlone: boolean },
): Promise<Pick<Passkey, 'counter' | 'synced'> | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: signedChallenge(token),
    expectedOrigin: origins,
    expectedRPID: rpId,
    credential: { id, publicKey: bytesOf(key), counter },
    requireUserVerification: isAlone,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { newCounter, credentialBackedUp: synced } = verified.authenticationInfo;
  return { counter: newCounter, synced };
}
