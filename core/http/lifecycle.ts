// The way of a request, from top to bottom (D900). openapi-backend runs the steps of each stage in order; between them it matches
// the operation (core/http/project-router.ts) and validates. CONTRIBUTING.md shows them (`npm run generate`).
import { channel } from 'node:diagnostics_channel';
import type { Exchange, PartExchange, RequestExchange } from './exchange.ts';
import type { Lifecycle, Stage, StepServices } from './step.ts';
import { acceptCaller } from './steps/accept-caller.ts';
import { admit } from './steps/admit.ts';
import { answerFromCache } from './steps/answer-from-cache.ts';
import { assertPart } from './steps/assert-part.ts';
import { authenticate } from './steps/authenticate.ts';
import { authorise } from './steps/authorise.ts';
import { callHandler } from './steps/call-handler.ts';
import { checkFieldTypes } from './steps/check-field-types.ts';
import { checkMembers } from './steps/check-members.ts';
import { claimKey } from './steps/claim-key.ts';
import { countProbe } from './steps/count-probe.ts';
import { countRequest } from './steps/count-request.ts';
import { identifyApplication } from './steps/identify-application.ts';
import { keepDiskRoom } from './steps/keep-disk-room.ts';
import { makeContext, makePartContext } from './steps/make-context.ts';
import { chooseMediaType } from './steps/choose-media-type.ts';
import { takeBody, takePartBody } from './steps/take-body.ts';
import { readQuery } from './steps/read-query.ts';
import { readTarget } from './steps/read-target.ts';
import { auditChange } from './steps/audit-change.ts';
import { recreateAnswer } from './steps/recreate-answer.ts';
import { refuseIdleHeaders } from './steps/refuse-idle-headers.ts';
import { refreshModel } from './steps/refresh-model.ts';
import { requireFreshFactor } from './steps/require-fresh-factor.ts';
import { respond } from './steps/respond.ts';
import { runAfterHooks } from './steps/run-after-hooks.ts';
import { runBeforeHooks } from './steps/run-before-hooks.ts';
import { takeTurn } from './steps/take-turn.ts';
import { weigh } from './steps/weigh.ts';

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
    answerFromCache,
  ],
  preOperation: [checkFieldTypes, makeContext, recreateAnswer, runBeforeHooks, checkMembers, requireFreshFactor],
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

/** Runs the steps of a stage for one request. */
export type RunStage = (stage: Stage) => Promise<void>;

/** Steps before the last stage are left out when one of them has found the result. @returns a function for one request */
export const stagesOf =
  <Kind extends Exchange>(lifecycle: Lifecycle<Kind>, exchange: Kind, services: StepServices): RunStage =>
  async (stage) => {
    for (const step of lifecycle[stage]) {
      if (exchange.isDone && stage !== 'postResponse') return;
      if (steps.hasSubscribers) steps.publish({ exchange, step: step.name });
      const work = step(exchange, services);
      if (work) await work;
    }
  };
