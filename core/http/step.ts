// What a step of a request gets (core/http/lifecycle.ts).
import type { DispatchOptions } from './dispatch-options.ts';
import type { AlwaysAnswered } from './limits/admission.ts';
import type { RequestAudit } from './audit-requests.ts';
import type { Exchange } from './exchange.ts';
import type { AnyHandler } from './handler.ts';
import type { MemberChecks } from './request/body-members.ts';
import type { Operation } from './routing/operation.ts';
import type { ProjectRouter } from './routing/project-router.ts';
import type { Responder } from './response/responder.ts';

/** The parts of the service, and of core/http, that steps use. */
export interface StepServices extends Omit<DispatchOptions, 'handlers'> {
  handlers: Readonly<Record<string, AnyHandler>>;
  router: ProjectRouter;
  responder: Responder;
  requestAudit: RequestAudit;
  members: MemberChecks;
  alwaysAnswered: AlwaysAnswered;
  /** @throws ApiError invalid_parameter for fields of a type that does not exist */
  assertFieldTypes(operation: Operation, query: Readonly<Record<string, unknown>>): void;
  /** Validates a body that replaces that of the request. @throws ApiError invalid_data */
  assertValidBody(exchange: Exchange, body: unknown): void;
}

/** @throws ApiError, which ends the request */
export type Step<Kind extends Exchange> = (exchange: Kind, services: StepServices) => void | Promise<void>;

/** Points at which openapi-backend runs steps, in their order; it matches, authenticates and validates in between. */
export const STAGES = [
  'preRouting',
  'postRouting',
  'security',
  'postSecurity',
  'preOperation',
  'operation',
  'postResponse',
] as const;
export type Stage = (typeof STAGES)[number];

export type Lifecycle<Kind extends Exchange> = Readonly<Record<Stage, readonly Step<Kind>[]>>;
