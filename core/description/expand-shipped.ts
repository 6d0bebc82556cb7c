// The description expanded for the shipped types, for generated/openapi.expanded.json and SDK tests.

import { expandDescription } from './expand-description.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { resolveModel } from '../model/resolve-model.ts';
import { shippedRows } from '../model/shipped.ts';

/** The same for every call with the same bundle. */
export const expandShipped = (bundle: OpenApiDocument): OpenApiDocument =>
  expandDescription(bundle, resolveModel(shippedRows(new Date(0)), 0));
