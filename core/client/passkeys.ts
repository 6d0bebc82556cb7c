// Passkeys in browsers: passes the options of the service, in JSON, to the authenticator of the user, and returns its
// response as JSON (D584). `parseCreationOptionsFromJSON` and `toJSON` are not in all browsers yet.
import type { PasskeyAssertion, PasskeyOptions, PasskeyRegistration } from './passkey-types.ts';

interface Named {
  id: string;
}

interface CreationJson extends PasskeyOptions {
  challenge: string;
  user: Named;
  excludeCredentials?: readonly Named[];
}

interface RequestJson extends PasskeyOptions {
  challenge: string;
  allowCredentials?: readonly Named[];
}

interface Credential<Response> {
  id: string;
  rawId: ArrayBuffer;
  authenticatorAttachment?: string | null;
  response: Response & { clientDataJSON: ArrayBuffer };
  getClientExtensionResults(): Record<string, unknown>;
}

type Created = Credential<{ attestationObject: ArrayBuffer; getTransports?: () => string[] }>;
type Used = Credential<{ authenticatorData: ArrayBuffer; signature: ArrayBuffer; userHandle: ArrayBuffer | null }>;

interface CredentialRequest {
  publicKey: object;
  signal?: AbortSignal;
}

/** Only the used members: the types of browsers are not those of Node. */
interface Browser {
  navigator?: {
    credentials?: {
      create(request: CredentialRequest): Promise<Created>;
      get(request: CredentialRequest): Promise<Used>;
    };
  };
  PublicKeyCredential?: unknown;
}

// cast: only DOM types know these members, which not every browser has
const browser = (): Browser => globalThis as unknown as Browser;

/** Whether passkeys are available: in browsers, on pages of https or of localhost. */
export const hasPasskeys = (): boolean =>
  browser().PublicKeyCredential !== undefined && browser().navigator?.credentials !== undefined;

function credentialsHere() {
  const credentials = browser().navigator?.credentials;
  if (!credentials)
    throw new TypeError('Passkeys are not available: they need a browser, and a page served over https.');
  return credentials;
}

const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const withBytes = <Options extends Named>(one: Options) => ({ ...one, id: bytesOf(one.id) });

/** Browsers have these members on prototypes: they are read one by one. */
const answerOf = <Response>(credential: Credential<object>, response: Response) => ({
  id: credential.id,
  rawId: textOf(credential.rawId),
  type: 'public-key' as const,
  response: { clientDataJSON: textOf(credential.response.clientDataJSON), ...response },
  clientExtensionResults: credential.getClientExtensionResults(),
  ...(credential.authenticatorAttachment && { authenticatorAttachment: credential.authenticatorAttachment }),
});

/**
 * Prompts the user to create a passkey.
 * @throws DOMException of the browser: `NotAllowedError` when the user declines, `InvalidStateError` when the device
 * already has one
 */
export async function createPasskey(options: PasskeyOptions, signal?: AbortSignal): Promise<PasskeyRegistration> {
  // cast: the description leaves the options free, whose form WebAuthn defines
  const { challenge, user, excludeCredentials, ...rest } = options as CreationJson;
  const publicKey = {
    ...rest,
    challenge: bytesOf(challenge),
    user: withBytes(user),
    ...(excludeCredentials && { excludeCredentials: excludeCredentials.map(withBytes) }),
  };
  const credential = await credentialsHere().create({ publicKey, ...(signal && { signal }) });
  const { attestationObject } = credential.response;
  const transports = credential.response.getTransports?.() ?? [];
  return answerOf(credential, { attestationObject: textOf(attestationObject), transports });
}

/** Prompts the user to confirm a passkey. @throws DOMException of the browser */
export async function usePasskey(options: PasskeyOptions, signal?: AbortSignal): Promise<PasskeyAssertion> {
  // cast: the description leaves the options free, whose form WebAuthn defines
  const { challenge, allowCredentials, ...rest } = options as RequestJson;
  const publicKey = {
    ...rest,
    challenge: bytesOf(challenge),
    ...(allowCredentials && { allowCredentials: allowCredentials.map(withBytes) }),
  };
  const credential = await credentialsHere().get({ publicKey, ...(signal && { signal }) });
  const { authenticatorData, signature, userHandle } = credential.response;
  return answerOf(credential, {
    authenticatorData: textOf(authenticatorData),
    signature: textOf(signature),
    ...(userHandle && { userHandle: textOf(userHandle) }),
  });
}
