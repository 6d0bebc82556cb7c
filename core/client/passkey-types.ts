// Types of the description for passkeys. A generated SDK has its own generated types instead.
import type { components } from '../../generated/api.d.ts';

/** `meta.options` of POST /auth/passkeys and of POST /auth/passkeys/challenge. */
export type PasskeyOptions = components['schemas']['PasskeyOptions'];
/** `credential` of PATCH /auth/passkeys. */
export type PasskeyRegistration = components['schemas']['PasskeyRegistration'];
/** `passkey` of POST /auth and of POST /auth/second_factor/check. */
export type PasskeyAssertion = components['schemas']['PasskeyAssertion'];
