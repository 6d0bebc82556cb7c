import type { Store } from '../store.ts';

/** Time limit of the database, milliseconds. */
const TIME_LIMIT = 2000;

/** Reads the version of the database, which shows whether it responds in time. */
export async function checkDatabase(store: Store): Promise<{ ok: boolean; version?: string }> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIME_LIMIT).unref());
  try {
    const info = await Promise.race([store.db.command({ buildInfo: 1 }, { timeoutMS: TIME_LIMIT }), late]);
    return info ? { ok: true, version: String(info['version']) } : { ok: false };
  } catch {
    return { ok: false };
  }
}
