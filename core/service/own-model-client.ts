// The resources of the model of a service in this process, with all rights.
import { ANONYMOUS, FULL_ACCESS, SERVICE_CONTEXT } from '../context.ts';
import type { AccessService } from '../access/access-service.ts';
import { bodyOf, handlersById, type HandlersOfAnyType } from '../http/handler.ts';
import type { RoutingTable } from '../http/routing/routing-table.ts';
import type { ModelService } from '../model/model-service.ts';
import type { ModelClient } from '../model-as-code/present-model.ts';

interface OwnService {
  table: Pick<RoutingTable, 'match'>;
  access: Pick<AccessService, 'current' | 'refresh'>;
  modelService: Pick<ModelService, 'refresh'>;
}

/** Calls handlers with all rights. @param handlers by operationId */
export function ownModelClient(handlers: HandlersOfAnyType, { table, access, modelService }: OwnService): ModelClient {
  return {
    async call(method, path, { query = {}, body } = {}) {
      const match = table.match(method.toLowerCase(), path.slice(1).split('/'), () => false);
      if (match.kind !== 'operation') throw new Error(`${method} ${path} is no operation`);
      // Another process may have changed them.
      await Promise.all([modelService.refresh(), access.refresh()]);
      const { roleNames } = access.current().accessOf(ANONYMOUS);
      const context = {
        ...SERVICE_CONTEXT,
        caller: { ...ANONYMOUS, isAdmin: true },
        access: { ...FULL_ACCESS, roleNames },
      };
      const handle = handlersById(handlers)[match.operation.operationId];
      if (!handle) throw new Error(`${method} ${path} has no handler`);
      return bodyOf(await handle({ params: match.params, query, body, context }));
    },
  };
}
