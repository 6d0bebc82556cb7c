// Dates of requests and responses (D45, D532). Times are stored to the second, in UTC.

const FORM =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)?)?)?)?$/i;
/** A day in the basic form of ISO 8601. */
const BASIC_DAY = /^(\d{4})(\d{2})(\d{2})$/;
const NUMBER = /^\d+(?:\.\d+)?$/;
/** Smaller numbers are no timestamps, since they may be days or years (D804). */
const LEAST_TIMESTAMP = 100_000_000;

const FIRST_SECOND = -62135596800; // 0001-01-01T00:00:00Z
const LAST_SECOND = 253402300799; // 9999-12-31T23:59:59Z

interface DateParts {
  year: number;
  month: number;
  day: number;
  /** Seconds to add to midnight UTC of the day. */
  seconds: number;
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** The parts of a date; undefined for another form, or for a day or time that does not exist. */
function readParts(text: string): DateParts | undefined {
  const match = FORM.exec(text) ?? BASIC_DAY.exec(text);
  if (!match) return undefined;
  const part = (index: number, otherwise: number): number => Number(match[index] ?? otherwise);
  const [year, month, day] = [part(1, 0), part(2, 1), part(3, 1)];
  const [hour, minute, second] = [part(4, 0), part(5, 0), part(6, 0)];
  const [offsetHour, offsetMinute] = [part(8, 0), part(9, 0)];
  const midnight = midnightOf({ year, month, day });
  const isDay = year > 0 && midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  const isTime = hour < 24 && minute < 60 && second < 60 && offsetHour < 24 && offsetMinute < 60;
  if (!isDay || !isTime) return undefined;
  const offset = (offsetHour * 60 + offsetMinute) * 60 * (match[7] === '-' ? -1 : 1);
  return { year, month, day, seconds: (hour * 60 + minute) * 60 + second - offset };
}

/** The start of a day. */
function midnightOf({ year, month, day }: Pick<DateParts, 'year' | 'month' | 'day'>): Date {
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  return midnight;
}

function fromSeconds(seconds: number): Date | undefined {
  const whole = Math.floor(seconds);
  return whole >= FIRST_SECOND && whole <= LAST_SECOND ? new Date(whole * 1000) : undefined;
}

/**
 * Reads `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, `YYYYMMDD`, a date with T or space and a time, with or without fraction and offset
 * (`Z`, `+hh:mm`, `+hhmm`, `+hh`; UTC without one), or a unix timestamp of at least 10^8 seconds as a number or string.
 * Fractions are dropped. Undefined when it is none of these, or not between the years 1 and 9999.
 */
export function parseDateTime(value: unknown): Date | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : fromSeconds(value.getTime() / 1000);
  const parts = partsOf(value);
  if (parts) return fromSeconds(midnightOf(parts).getTime() / 1000 + parts.seconds);
  const seconds = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  return typeof seconds === 'number' && seconds >= LEAST_TIMESTAMP ? fromSeconds(seconds) : undefined;
}

/** Of a text, or of a number in the form of a basic day. */
function partsOf(value: unknown): DateParts | undefined {
  if (typeof value === 'string') return readParts(value);
  return typeof value === 'number' && BASIC_DAY.test(String(value)) ? readParts(String(value)) : undefined;
}

/** A span of time: from its first moment to the first one after it. */
export interface TimeSpan {
  from: Date;
  to: Date;
}

/** The span that a date or a time stands for: a year, a month, a day (UTC), or a second, the precision of all times (D805). */
export function parseTimeSpan(text: string): TimeSpan | undefined {
  const from = parseDateTime(text);
  if (!from) return undefined;
  const to = new Date(from);
  if (/^\d{4}$/.test(text)) to.setUTCFullYear(to.getUTCFullYear() + 1);
  else if (/^\d{4}-\d{2}$/.test(text)) to.setUTCMonth(to.getUTCMonth() + 1);
  else if (/^\d{4}-\d{2}-\d{2}$/.test(text) || (BASIC_DAY.test(text) && readParts(text)))
    to.setUTCDate(to.getUTCDate() + 1);
  else to.setUTCSeconds(to.getUTCSeconds() + 1);
  return { from, to };
}

/** The same forms as `YYYY-MM-DD`: the day as written, with any offset; in UTC for a timestamp. */
export function parseDate(value: unknown): string | undefined {
  const parts = partsOf(value);
  if (parts) return `${pad(parts.year, 4)}-${pad(parts.month, 2)}-${pad(parts.day, 2)}`;
  return parseDateTime(value)?.toISOString().slice(0, 10);
}

/** `2016-05-13T07:09:23+00:00`. */
export const formatDateTime = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;
