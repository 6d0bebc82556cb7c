// Who may do what at the floors: the access token is checked and its user looked up at each request.
import { createSecretKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Db } from 'mongodb';

/** What goes wrong in a request. */
export class HttpError extends Error {
  constructor(readonly status: number) {
    super(`HTTP ${status}`);
  }
}

export interface Access {
  /** Condition on what the caller sees: all, or what is on when nobody signed in. */
  seenBy(header: string | undefined): Promise<{ status?: 'on' }>;
  /** Id of a user who may write. */
  authenticateWriter(header: string | undefined): Promise<number>;
}

export function openAccess(db: Db): Access {
  const users = db.collection<{ _id: number; status: string; roles: string[] }>('users');
  const key = createSecretKey(Buffer.from(process.env['JWT_SECRET'] ?? ''));

  async function authenticate(header: string | undefined): Promise<number | undefined> {
    if (header === undefined) return undefined;
    const options = { algorithms: ['HS256'], issuer: 'colophon' };
    const { payload } = await jwtVerify(header.slice('Bearer '.length), key, options).catch(() => {
      throw new HttpError(401);
    });
    const user = await users.findOne({ _id: payload['id'] as number });
    if (user?.status !== 'on') throw new HttpError(401);
    if (!user.roles.some((role) => role === 'admin' || role === 'editor')) throw new HttpError(403);
    return user._id;
  }

  return {
    seenBy: async (header) => ((await authenticate(header)) === undefined ? { status: 'on' } : {}),
    async authenticateWriter(header) {
      const userId = await authenticate(header);
      if (userId === undefined) throw new HttpError(401);
      return userId;
    },
  };
}
