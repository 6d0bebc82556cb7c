// Permissions of the floors: the access token is checked and its user read at each request.
import { createSecretKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Db } from 'mongodb';
import type { DocumentRow } from '../response.ts';

/** An error of a request. */
export class HttpError extends Error {
  constructor(readonly status: number) {
    super(`HTTP ${status}`);
  }
}

/** The visible documents of a caller. */
export interface Seen {
  /** Condition on rows; none for editors. */
  filter: Record<string, unknown>;
  /** The same of a row that was read by its id. */
  sees(row: DocumentRow): boolean;
}

export interface Access {
  /** Public objects, and own ones in addition for an author; all for an editor. */
  seenBy(header: string | undefined): Promise<Seen>;
  /** Id of a user who may write everything. */
  authenticateEditor(header: string | undefined): Promise<number>;
}

function published(): Seen {
  const now = new Date();
  return {
    filter: { status: 'on', visible_from: { $lte: now }, visible_to: { $gte: now } },
    sees: (row) => row.status === 'on' && row.visible_from <= now && row.visible_to >= now,
  };
}

function publishedOrOwn(userId: number): Seen {
  const { filter, sees } = published();
  return {
    filter: { $or: [filter, { created_by: userId }] },
    sees: (row) => row.created_by === userId || sees(row),
  };
}

const EVERYTHING: Seen = { filter: {}, sees: () => true };

export function openAccess(db: Db): Access {
  const users = db.collection<{ _id: number; status: string; roles: string[] }>('users');
  const key = createSecretKey(Buffer.from(process.env['JWT_SECRET'] ?? ''));

  async function authenticate(header: string): Promise<{ id: number; isEditor: boolean }> {
    const options = { algorithms: ['HS256'], issuer: 'colophon' };
    const { payload } = await jwtVerify(header.slice('Bearer '.length), key, options).catch(() => {
      throw new HttpError(401);
    });
    const user = await users.findOne({ _id: payload['id'] as number });
    if (user?.status !== 'on') throw new HttpError(401);
    return { id: user._id, isEditor: user.roles.includes('editor') };
  }

  return {
    async seenBy(header) {
      if (header === undefined) return published();
      const { id, isEditor } = await authenticate(header);
      return isEditor ? EVERYTHING : publishedOrOwn(id);
    },
    async authenticateEditor(header) {
      if (header === undefined) throw new HttpError(401);
      const { id, isEditor } = await authenticate(header);
      if (!isEditor) throw new HttpError(403);
      return id;
    },
  };
}
