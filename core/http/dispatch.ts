// Dispatch by openapi-backend: a request passes the steps of core/http/lifecycle.ts.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticationRequired } from '../access/authorization.ts';
import { alwaysAnswered } from './limits/admission.ts';
import { createRequestAudit } from './audit-requests.ts';
import type { DispatchOptions } from './dispatch-options.ts';
import { Exchange, PartExchange, RequestExchange } from './exchange.ts';
import { handlersById } from './handler.ts';
import { fieldTypes } from './request/field-types.ts';
import { NO_KEY } from './idempotency/keyed-request.ts';
import { EXPLANATION, PART, REQUEST, stagesOf } from './lifecycle.ts';
import { createLostRequests } from './limits/lost-requests.ts';
import { createBackend, type Backend } from './routing/openapi-backend.ts';
import { createMemberChecks } from './request/body-members.ts';
import { createPerformPart } from './parts/atomic-operations.ts';
import { anonymousPrincipal, type Principal } from './principal.ts';
import { createRequestCounter } from './limits/request-count.ts';
import type { RequestChecks } from './explain/explain-access.ts';
import { Responder } from './response/responder.ts';
import { createServerTiming } from './limits/server-timing.ts';
import type { StepServices } from './step.ts';
import { refreshModel } from './steps/pre-routing/refresh-model.ts';
import { refuse } from './steps/refuse.ts';
import { refuseMethod, refusePath } from './steps/unmatched.ts';
import type { Served } from './limits/watch-requests.ts';

export type Dispatch = (
  request: IncomingMessage,
  response: ServerResponse,
  onAuthenticated?: (principal: Principal) => void,
) => Promise<void>;

function servicesOf(options: DispatchOptions, backend: Backend, responder: Responder): StepServices {
  const { router, assertValidBody } = backend;
  return {
    ...options,
    handlers: handlersById(options.handlers),
    router,
    assertValidBody,
    responder,
    requestAudit: createRequestAudit(options),
    members: createMemberChecks(router.table.operations),
    alwaysAnswered: alwaysAnswered(router.table.operations),
    assertFieldTypes: fieldTypes(options.description, options),
  };
}

/** An explanation is not validated, nor is a request whose response is known. */
const isValidated = (exchange: Exchange): boolean =>
  exchange instanceof PartExchange || (exchange instanceof RequestExchange && exchange.answer === undefined);

/** The steps that decide about a request, for its explanation. */
function checksOf(handle: ReturnType<Backend['register']>, services: StepServices): RequestChecks {
  return {
    async match(target, method) {
      const exchange = new Exchange({ method, headers: {}, url: '', principal: anonymousPrincipal(services) });
      exchange.target = target;
      await refreshModel(exchange, services);
      return services.router.find(exchange.method, target.segments);
    },
    async assertAllowed(path, method, principal) {
      const exchange = new Exchange({ method, headers: {}, url: path, principal });
      await handle(exchange, stagesOf(EXPLANATION, exchange, services));
    },
  };
}

/** @throws Error when description and handlers do not match */
export async function createDispatch(options: DispatchOptions) {
  const backend = await createBackend(options.description, Object.keys(options.handlers), options.isTypeName);
  const startTiming = createServerTiming(options.log);
  const lostRequests = createLostRequests(options.primary);
  const responder = new Responder(options, lostRequests);
  const services = servicesOf(options, backend, responder);
  const handle = backend.register({
    refusePath: (exchange) => refusePath(exchange, services),
    refuseMethod: (exchange) => refuseMethod(exchange, services),
    refuseAnonymous() {
      throw authenticationRequired();
    },
    isValidated,
  });

  async function answer(exchange: RequestExchange): Promise<void> {
    try {
      await handle(exchange, stagesOf(REQUEST, exchange, services));
    } catch (cause) {
      await refuse(exchange, cause, services);
    } finally {
      exchange.place.leave();
    }
  }

  const dispatch: Dispatch = async (request, response, onAuthenticated) => {
    const served: Served = { timing: startTiming(), matched: undefined, code: undefined };
    const end = options.watch(request, response, served);
    const counter = createRequestCounter(options.countRequest, () => options.addressOf(request));
    const begun = { request, response, served, counter, onAuthenticated, place: options.load() };
    try {
      const work = answer(new RequestExchange({ ...begun, principal: anonymousPrincipal(options) }));
      if (services.alwaysAnswered.probes.has(request.url ?? '')) await work;
      else if ((await lostRequests.outcome(request, response, work)) === 'lost')
        served.code = responder.sendLost(request, response);
    } finally {
      end();
    }
  };

  return {
    dispatch,
    /** Responds with an error to a request that is not dispatched. */
    refuse: (request: IncomingMessage, response: ServerResponse, thrown: unknown) =>
      void responder.sendError(request, response, { thrown, limits: {}, key: NO_KEY }),
    performPart: createPerformPart(services, (exchange) => handle(exchange, stagesOf(PART, exchange, services))),
    table: backend.router.table,
    checks: checksOf(handle, services),
  };
}
