// Opening and closing the parts of the service together.

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
