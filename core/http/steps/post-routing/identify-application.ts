import { ANONYMOUS } from '../../../context.ts';
import type { RequestExchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Finds the application of the API key. @throws ApiError invalid_api_key */
export function identifyApplication(exchange: RequestExchange, { application, accessOf }: StepServices): void {
  exchange.applicationId = application(exchange.apiKey);
  exchange.counter.identify(exchange.applicationId);
  if (exchange.applicationId === null) return;
  const caller = { ...ANONYMOUS, applicationId: exchange.applicationId };
  exchange.principal = { caller, access: accessOf(caller) };
}
