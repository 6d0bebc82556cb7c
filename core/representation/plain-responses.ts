/** The response to a change that returns nothing: 204, when it is done. */
export async function noContent(change: Promise<unknown>) {
  await change;
  return { status: 204 } as const;
}
