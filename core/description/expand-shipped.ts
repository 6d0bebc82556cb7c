// The description expanded for the shipped types: what generated/openapi.expanded.json holds and SDK tests read.

import { expandDescription } from './expand-description.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { resolveModel } from '../model/resolve-model.ts';
import { shippedRows } from '../model/shipped.ts';

/** The same for every call with the same bundle: the shipped rows take no time and no place. */
export const expandShipped = (bundle: OpenApiDocument): OpenApiDocument =>
  expandDescription(bundle, resolveModel(shippedRows(new Date(0)), 0));
