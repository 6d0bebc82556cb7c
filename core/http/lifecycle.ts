// The way of a request, from top to bottom (D900). openapi-backend runs the steps of each stage in order; between them it matches
// the operation (core/http/routing/project-router.ts) and validates. CONTRIBUTING.md shows them (`npm run generate`).
import { channel } from 'node:diagnostics_channel';
import { isTurnOver, nextTurn } from '../event-loop-turns.ts';
import { itemAt } from '../values.ts';
import type { Exchange, PartExchange, RequestExchange } from './exchange.ts';
import type { Lifecycle, Stage, StepServices } from './step.ts';
import { acceptCaller } from './steps/post-security/accept-caller.ts';
import { admit } from './steps/pre-routing/admit.ts';
import { respondFromCache } from './steps/post-security/respond-from-cache.ts';
import { assertPart } from './steps/post-routing/assert-part.ts';
import { authenticate } from './steps/authenticate.ts';
import { authorise } from './steps/post-security/authorise.ts';
import { callHandler } from './steps/call-handler.ts';
import { checkFieldTypes } from './steps/pre-operation/check-field-types.ts';
import { checkMembers } from './steps/pre-operation/check-members.ts';
import { claimKey } from './steps/post-security/claim-key.ts';
import { countProbe } from './steps/post-security/count-probe.ts';
import { countRequest } from './steps/post-security/count-request.ts';
import { identifyApplication } from './steps/post-routing/identify-application.ts';
import { keepDiskRoom } from './steps/post-security/keep-disk-room.ts';
import { makeContext, makePartContext } from './steps/pre-operation/make-context.ts';
import { chooseMediaType } from './steps/post-routing/choose-media-type.ts';
import { takeBody, takePartBody } from './steps/post-security/take-body.ts';
import { readQuery } from './steps/post-routing/read-query.ts';
import { readTarget } from './steps/pre-routing/read-target.ts';
import { auditChange } from './steps/post-response/audit-change.ts';
import { recreateResponse } from './steps/pre-operation/recreate-response.ts';
import { refuseIdleHeaders } from './steps/post-security/refuse-idle-headers.ts';
import { refreshModel } from './steps/pre-routing/refresh-model.ts';
import { requireFreshFactor } from './steps/pre-operation/require-fresh-factor.ts';
import { respond } from './steps/post-response/respond.ts';
import { runAfterHooks } from './steps/post-response/run-after-hooks.ts';
import { runBeforeHooks } from './steps/pre-operation/run-before-hooks.ts';
import { takeTurn } from './steps/post-security/take-turn.ts';
import { weigh } from './steps/post-routing/weigh.ts';

/** A request of a client. */
export const REQUEST: Lifecycle<RequestExchange> = {
  preRouting: [readTarget, admit, refreshModel],
  postRouting: [chooseMediaType, weigh, readQuery, identifyApplication],
  security: [authenticate],
  postSecurity: [
    acceptCaller,
    countRequest,
    authorise,
    countProbe,
    keepDiskRoom,
    takeBody,
    takeTurn,
    claimKey,
    refuseIdleHeaders,
    respondFromCache,
  ],
  preOperation: [checkFieldTypes, makeContext, recreateResponse, runBeforeHooks, checkMembers, requireFreshFactor],
  operation: [callHandler],
  postResponse: [runAfterHooks, auditChange, respond],
};

/** A part of `/operations`: the caller is known and counted already, and nothing is sent (D491). */
export const PART: Lifecycle<PartExchange> = {
  preRouting: [readTarget, refreshModel],
  postRouting: [assertPart, readQuery],
  security: [],
  postSecurity: [authorise, takePartBody],
  preOperation: [makePartContext, runBeforeHooks, checkMembers, requireFreshFactor],
  operation: [callHandler],
  postResponse: [],
};

/** `/auth/explain`: the request of another user is checked, and not made (D685). */
export const EXPLANATION: Lifecycle<Exchange> = {
  preRouting: [readTarget, refreshModel],
  postRouting: [],
  security: [],
  postSecurity: [authorise],
  preOperation: [],
  operation: [],
  postResponse: [],
};

/** Each step before it runs, as `{ exchange, step }`, for tests and diagnosis. */
export const STEPS_CHANNEL = 'colophon:step';
const steps = channel(STEPS_CHANNEL);

/** Runs the steps of a stage for one request. @returns undefined when none of them waits: most do not, and a promise costs time */
export type RunStage = (stage: Stage) => void | Promise<void>;

/** Steps before the last stage are left out when one of them has found the result. @returns a function for one request */
export function stagesOf<Kind extends Exchange>(
  lifecycle: Lifecycle<Kind>,
  exchange: Kind,
  services: StepServices,
): RunStage {
  const run = (stage: Stage, from: number): void | Promise<void> => {
    const all = lifecycle[stage];
    for (let at = from; at < all.length; at++) {
      const step = itemAt(all, at);
      if (exchange.isDone && stage !== 'postResponse') return;
      if (exchange.isAbandoned) throw new Error('the client of a read has gone');
      if (steps.hasSubscribers) steps.publish({ exchange, step: step.name });
      const work = step(exchange, services);
      if (work) return work.then(() => run(stage, at + 1));
    }
    return isTurnOver() ? nextTurn() : undefined;
  };
  return (stage) => run(stage, 0);
}
