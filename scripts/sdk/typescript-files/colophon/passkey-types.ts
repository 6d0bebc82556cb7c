// Replaces the file of this name in `colophon/client`: a client of some tags only has no generated types of passkeys.
// Those of the description accept these.
interface Open {
  [member: string]: unknown;
}

/** `meta.options` of POST /auth/passkeys and of POST /auth/passkeys/challenge. */
export type PasskeyOptions = Open;

interface Credential extends Open {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: Open;
}

/** `credential` of PATCH /auth/passkeys. */
export interface PasskeyRegistration extends Credential {
  response: Open & { clientDataJSON: string; attestationObject: string; transports?: string[] };
}

/** `passkey` of POST /auth and of POST /auth/second_factor/check. */
export interface PasskeyAssertion extends Credential {
  response: Open & { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
}
