// Opening and closing the parts of the service together.
import path from 'node:path';
import type { Config } from '../core/config/config.ts';
import type { ExtensionsFolder } from '../core/extensions/load-extensions.ts';

/** As Promise.all, but a failure is reported only after the others have settled. */
export async function allOf<Parts extends readonly unknown[]>(parts: {
  readonly [Index in keyof Parts]: Promise<Parts[Index]>;
}): Promise<Parts> {
  await Promise.allSettled(parts);
  return (await Promise.all(parts)) as unknown as Parts;
}

/** One after the other, all of them. @throws the first error */
export async function closeAll(parts: readonly { close(): Promise<void> }[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part.close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Where a project's own code is, and where it is never looked for. */
export function extensionsFolder({ extensions, dataDir, storageUrl }: Config): ExtensionsFolder {
  const kept = [dataDir, ...(storageUrl?.kind === 'local' ? [storageUrl.folder] : [])];
  return { folder: extensions ?? path.resolve('extensions'), required: extensions !== undefined, kept };
}
