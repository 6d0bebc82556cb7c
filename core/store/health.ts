import type { Store } from './store.ts';

/** Milliseconds that the database has to answer. */
const TIME_LIMIT = 2000;

/** Asks the database for its version: whether it answers in time, and what it is. */
export async function checkDatabase(store: Store): Promise<{ ok: boolean; version?: string }> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIME_LIMIT).unref());
  try {
    const info = await Promise.race([store.db.command({ buildInfo: 1 }, { timeoutMS: TIME_LIMIT }), late]);
    return info ? { ok: true, version: String(info['version']) } : { ok: false };
  } catch {
    return { ok: false };
  }
}
