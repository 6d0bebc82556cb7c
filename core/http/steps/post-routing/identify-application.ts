import type { RequestExchange } from '../../exchange.ts';
import { anonymousPrincipal } from '../../principal.ts';
import type { StepServices } from '../../step.ts';

/** Finds the application of the API key. @throws ApiError invalid_api_key */
export function identifyApplication(exchange: RequestExchange, services: StepServices): void {
  const applicationId = (exchange.applicationId = services.application(exchange.apiKey));
  exchange.counter.identify(applicationId);
  if (applicationId !== null) exchange.principal = anonymousPrincipal(services, applicationId);
}
