import type { PartExchange } from '../../exchange.ts';

/** Refuses an operation that cannot be undone (D492). @throws ApiError forbidden */
export function assertPart({ part, operation }: PartExchange): void {
  part.assertTaken(operation);
}
