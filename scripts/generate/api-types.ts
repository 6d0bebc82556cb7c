// Turns the bundle into the TypeScript types of generated/api.d.ts.
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenApiDocument } from '../../core/description/openapi-document.ts';

/** @param bundle one document with internal references; it is not changed */
export async function generateTypes(bundle: OpenApiDocument): Promise<string> {
  // A copy, since openapi-typescript changes its argument.
  const input = structuredClone(bundle) as unknown as Exclude<Parameters<typeof openapiTS>[0], string | URL | Buffer>;
  // A member with a default may be absent from a request: validation does not fill it in.
  return astToString(
    await openapiTS(input, {
      silent: true,
      defaultNonNullable: false,
      // An object without listed members is open: params, custom properties.
      emptyObjectsUnknown: true,
    }),
  );
}
