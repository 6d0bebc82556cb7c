// The signed-in user as an object of the legacy side (D569).
import { findCurrentUser } from '../../core/accounts/current-user.ts';
import { envelope } from '../../core/format/legacy/envelope.ts';
import type { LegacyObject } from '../../core/format/legacy/object.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { representObjects } from '../../core/legacy/represent-objects.ts';
import type { Services } from '../services.ts';

/** A user is never the publication. */
const NO_PUBLICATION = 0;

export const legacyMeHandlers = ({ objects, legacy }: Services) =>
  ({
    getMe: async ({ context }) => {
      const found = [await findCurrentUser(objects, context)];
      const shown = await representObjects(legacy, { found, publicationId: NO_PUBLICATION }, context);
      const [object] = shown as [LegacyObject];
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        body: envelope('me', 'get', { object }, context.url),
      };
    },
  }) satisfies Partial<Handlers>;
