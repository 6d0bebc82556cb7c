// Credentials of a user: the hash of the password, and second factors with their last use.

/** A second factor: the sealed secret of an authenticator (core/accounts/sealed-secrets.ts), and recovery codes (D686). */
export interface SecondFactor {
  key_id: string;
  sealed: string;
  /** Time step of the last code, which is accepted once. */
  last_step: number;
  /** SHA-256 of the unused recovery codes, hex. */
  recovery: string[];
  created: Date;
}

/** A passkey (WebAuthn, D695). */
export interface Passkey {
  /** A UUID. */
  id: string;
  /** Of the authenticator, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** Counter of its signatures; 0 when the authenticator does not count. */
  counter: number;
  /** The connection between browser and authenticator, such as `internal`. */
  transports: string[];
  /** Given by the user. */
  name: string;
  created: Date;
  used: Date | null;
  /** It has a copy elsewhere, for example at the manufacturer of the device. */
  synced: boolean;
}

/** Password hashes are separate from users, so that no read of a user can show one. */
export interface CredentialRow {
  /** Id of the user. */
  _id: number;
  password_hash: string | null;
  second_factor?: SecondFactor;
  /** A secret whose first code is awaited. */
  pending_factor?: { key_id: string; sealed: string; expires: Date };
  passkeys?: Passkey[];
  /** Id of the user for authenticators, base64url. */
  passkey_user?: string;
  /** SHA-256 of the unused recovery codes of a user with passkeys alone, hex. */
  recovery?: string[];
  /** Challenges whose responses were accepted. */
  used_challenges?: { id: string; until: Date }[];
  /** That of the latest passkey. */
  registered_by?: string;
  /** The time since which the user has to enrol a second factor (D693). */
  factor_required_since?: Date;
  /** SHA-256 of the hash, hex, that the present one of the same password has replaced (D684). */
  upgraded_from?: string;
  /** Hashes of the latest places, and of their networks, that the user has signed in from (D690, D741). */
  places?: string[];
  /** Of the last mail about a new one. */
  place_mailed?: Date;
  /** The user has given the e-mail address, and has not confirmed it by mail: no password is reset by it (D740). */
  email_unconfirmed?: true;
  /** Raised by each sign-in with it. */
  uses?: number;
}
