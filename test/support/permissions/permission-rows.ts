// The content of a row of the permission table, and bodies for it (test/behaviour/access/who-may-do-what.test.ts).

/** Status of a refusal; 0: permitted. In the order of CALLERS. */
export const WHO = {
  everyone: [0, 0, 0, 0],
  'signed in': [401, 0, 0, 0],
  editors: [401, 403, 0, 0],
  admins: [401, 403, 403, 0],
  // Other callers get 404: the record is not theirs.
  'editors, others their own': [401, 404, 0, 0],
  // Of an admin; for the others it does not exist.
  'its owner and admins': [404, 404, 404, 0],
} as const;

export const CALLERS = ['anonymous', 'reader', 'editor', 'admin'] as const;

/** Resources that a path or a body speaks of: `{document}` is the id of a new one. */
export type Ids = Record<string, string>;

export interface Row {
  /** Method and path. */
  at: string;
  who: keyof typeof WHO;
  /** Further resources that the body names. */
  needs?: string[];
  body?: (ids: Ids) => unknown;
  contentType?: string;
  /** Status for the first permitted caller, if it is not a success. */
  status?: number;
}

export const FLAT = 'application/json';
export const create = (type: string, attributes: object) => () => ({ data: { type, attributes } });
export const update = (type: string, key: string, attributes: object) => (ids: Ids) => ({
  data: { type, id: ids[key], attributes },
});
export const links = (type: string, key: string) => (ids: Ids) => ({ data: [{ type, id: ids[key] }] });
