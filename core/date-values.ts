// Dates of requests and responses (D45, D532). Times are stored to the second, in UTC.

const FORM =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?(?:Z|([+-])(\d{2}):?(\d{2}))?)?)?)?$/i;
// A number of up to four digits is a year, so a timestamp in a string has more digits, a sign or a fraction.
const TIMESTAMP = /^-?\d+(?:\.\d+)?$/;

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
  const match = FORM.exec(text);
  if (!match) return undefined;
  const part = (index: number, otherwise: number): number => Number(match[index] ?? otherwise);
  const [year, month, day] = [part(1, 0), part(2, 1), part(3, 1)];
  const [hour, minute, second] = [part(4, 0), part(5, 0), part(6, 0)];
  const [offsetHour, offsetMinute] = [part(8, 0), part(9, 0)];
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  const isDay = year > 0 && midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  const isTime = hour < 24 && minute < 60 && second < 60 && offsetHour < 24 && offsetMinute < 60;
  if (!isDay || !isTime) return undefined;
  const offset = (offsetHour * 60 + offsetMinute) * 60 * (match[7] === '-' ? -1 : 1);
  return { year, month, day, seconds: (hour * 60 + minute) * 60 + second - offset };
}

function fromSeconds(seconds: number): Date | undefined {
  const whole = Math.floor(seconds);
  return whole >= FIRST_SECOND && whole <= LAST_SECOND ? new Date(whole * 1000) : undefined;
}

/**
 * Reads `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, a date with T or space and a time, with or without fraction and offset (`Z`,
 * `+hh:mm`, `+hhmm`; UTC without one), or a unix timestamp in seconds as a number or string. Fractions are dropped.
 * Undefined when it is none of these, or not between the years 1 and 9999.
 */
export function parseDateTime(value: unknown): Date | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : fromSeconds(value.getTime() / 1000);
  if (typeof value === 'number') return fromSeconds(value);
  if (typeof value !== 'string') return undefined;
  const parts = readParts(value);
  if (!parts) return TIMESTAMP.test(value) ? fromSeconds(Number(value)) : undefined;
  const midnight = new Date(0);
  midnight.setUTCFullYear(parts.year, parts.month - 1, parts.day);
  return fromSeconds(midnight.getTime() / 1000 + parts.seconds);
}

/** The same forms as `YYYY-MM-DD`: the day as written, with any offset; in UTC for a timestamp. */
export function parseDate(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? readParts(value) : undefined;
  if (parts) return `${pad(parts.year, 4)}-${pad(parts.month, 2)}-${pad(parts.day, 2)}`;
  return parseDateTime(value)?.toISOString().slice(0, 10);
}

/** `2016-05-13T07:09:23+00:00`. */
export const formatDateTime = (date: Date): string => `${date.toISOString().slice(0, 19)}+00:00`;
