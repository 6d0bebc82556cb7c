import type { Exchange } from '../../exchange.ts';
import type { StepServices } from '../../step.ts';

/** Checks that `fields[type]` names a type. @throws ApiError invalid_parameter */
export function checkFieldTypes({ operation, target }: Exchange, { assertFieldTypes }: StepServices): void {
  assertFieldTypes(operation, target.query);
}
