// When recurring work last ran, in any process: from the rows of Agenda, which have the time of the machine.
import type { Store } from '../store/store.ts';
import type { TimerAge } from '../timers.ts';

/** Also of schedules of extensions. */
export async function recurringAges({ agendaJobs }: Pick<Store, 'agendaJobs'>): Promise<TimerAge[]> {
  const rows = await agendaJobs.find({ lastFinishedAt: { $type: 'date' } }).toArray();
  return rows.flatMap(({ name, lastFinishedAt }) =>
    lastFinishedAt ? [{ timer: name, seconds: Math.max(0, (Date.now() - lastFinishedAt.getTime()) / 1_000) }] : [],
  );
}
