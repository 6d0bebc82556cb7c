// Types of the description that passkeys need. A generated SDK has those that are generated with it in their place.
import type { components } from '../../generated/api.d.ts';

/** `meta.options` of POST /auth/passkeys and of POST /auth/passkeys/challenge. */
export type PasskeyOptions = components['schemas']['PasskeyOptions'];
/** `credential` of PATCH /auth/passkeys. */
export type PasskeyRegistration = components['schemas']['PasskeyRegistration'];
/** `passkey` of POST /auth and of POST /auth/second_factor/check. */
export type PasskeyAssertion = components['schemas']['PasskeyAssertion'];
