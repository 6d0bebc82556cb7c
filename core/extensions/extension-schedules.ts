// Checks of the schedules of extensions (D970), at the start.
import { cronGap } from '../jobs/scheduled-runs.ts';
import { isRecord } from '../values.ts';
import { ExtensionError, firstLine } from './extension-error.ts';

const MEMBERS = ['everySeconds', 'cron', 'timeZone', 'does', 'run'];
const NAME = /^[a-z][a-z0-9-]{0,49}$/;
/** Five fields, or six with the seconds first. `H` of cron-parser is chance, another one in each process. */
const FIELDS = /^[^\sH]+(?: +[^\sH]+){4,5}$/;
const LONGEST_S = 366 * 24 * 3_600;
export const DEFAULT_ZONE = 'UTC';

function faultOf(schedule: unknown): string | undefined | Promise<string | undefined> {
  if (!isRecord(schedule)) return 'it is not an object';
  const { everySeconds, cron, timeZone = DEFAULT_ZONE, does = '', run } = schedule;
  const odd = Object.keys(schedule).find((member) => !MEMBERS.includes(member));
  if (odd !== undefined) return `"${odd}" is not one of ${MEMBERS.join(', ')}`;
  if (typeof run !== 'function') return '"run" is not a function';
  if (typeof does !== 'string') return '"does" is not a text';
  if ((everySeconds === undefined) === (cron === undefined)) return 'it needs either "everySeconds" or "cron"';
  return cron === undefined ? faultOfInterval(schedule) : faultOfCron(cron, timeZone);
}

function faultOfInterval(schedule: Readonly<Record<string, unknown>>): string | undefined {
  if ('timeZone' in schedule) return '"timeZone" belongs to "cron"';
  const seconds = schedule['everySeconds'];
  const isInterval = typeof seconds === 'number' && Number.isInteger(seconds) && seconds >= 1 && seconds <= LONGEST_S;
  return isInterval ? undefined : `"everySeconds" is a whole number from 1 to ${LONGEST_S}`;
}

async function faultOfCron(cron: unknown, timeZone: unknown): Promise<string | undefined> {
  if (typeof cron !== 'string' || !FIELDS.test(cron)) {
    return '"cron" has five fields (minute, hour, day of month, month, day of week), or six with the second first';
  }
  if (typeof timeZone !== 'string' || !isZone(timeZone)) {
    return `"timeZone" is a name like Europe/Rome, not ${JSON.stringify(timeZone)}`;
  }
  return cronGap(cron, timeZone).then(
    () => undefined,
    (error: unknown) => `"cron" is not valid: ${firstLine(error)}`,
  );
}

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** @throws ExtensionError with the place, for schedules that cannot be kept */
export async function assertSchedules(file: string, schedules: unknown): Promise<void> {
  if (schedules === undefined) return;
  if (!isRecord(schedules)) throw new ExtensionError(file, '"schedules" is not an object');
  for (const [name, schedule] of Object.entries(schedules)) {
    if (!NAME.test(name)) throw new ExtensionError(file, `the name "${name}" of a schedule must match ${NAME.source}`);
    const fault = await faultOf(schedule);
    if (fault !== undefined) throw new ExtensionError(file, `the schedule "${name}": ${fault}`);
  }
}
