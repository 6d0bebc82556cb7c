// Why a request of a user is permitted or refused (D685).
import { explainAccess } from '../../core/http/explain/explain-access.ts';
import type { Handlers } from '../../core/http/handler.ts';
import { unstored } from '../../core/representation/plain-responses.ts';
import type { Services } from '../services.ts';

export const explainHandlers = (services: Services) =>
  ({
    getExplanation: async ({ query, context }) => unstored(await explainAccess(services, query, context), context),
  }) satisfies Partial<Handlers>;
