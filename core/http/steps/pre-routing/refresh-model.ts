import type { Exchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Reads the model again for an unknown first segment: another process may just have created the type. */
export function refreshModel(exchange: Exchange, services: StepServices): void | Promise<void> {
  const { method, target } = exchange;
  const { segments } = target;
  const { router } = services;
  if (router.table.firstSegments.has(segments[0] ?? '')) return;
  const match = router.find(method, segments);
  if (match.kind === 'path') return services.refreshModel().then(() => undefined);
  exchange.match = match;
}
