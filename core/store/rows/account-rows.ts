// What the sign-in reads of the documents of users.

/** The sign-in data of a user, with the state of its object. */
export interface AccountDocument extends AccountFields {
  status?: string;
  trashed?: boolean;
}

/** The sign-in data of a user. */
export interface AccountFields {
  blocked?: boolean;
  role_ids?: readonly number[];
  /** Version of the valid tokens; raised to end earlier ones (D380). Absent for 0. */
  token_generation?: number;
  /** Sessions that have ended while their access tokens could still be used (D681). */
  ended_sessions?: { id: string; until: Date }[];
  /**
   * The session whose access tokens of earlier generations remain valid: all others were ended at once (D743).
   * @property since the earliest such generation @property generation the one for which this holds
   */
  kept_session?: { id: string; since: number; generation: number };
  /** Failed sign-ins since the last successful one. */
  num_login_err?: number;
  last_login_err?: Date | null;
}
