// What known faults of dependencies are tolerated: by severity, and for a while by exception (scripts/config/dependency-policy.json).
import { CommandError } from '../command-line.ts';
import { SEVERITIES, type Advisory, type Severity } from './npm-audit.ts';

interface Exception {
  /** Such as `GHSA-xxxx-xxxx-xxxx`. */
  advisory: string;
  package: string;
  /** Why it does no harm here. */
  reason: string;
  /** The last day, such as `2027-01-31`. */
  until: string;
}

export interface Policy {
  /** The lowest severity that fails, for production and for development dependencies. */
  fails: { production: Severity; development: Severity };
  exceptions: readonly Exception[];
}

const isSeverity = (value: unknown): value is Severity => SEVERITIES.includes(value as Severity);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isDay = (value: unknown): value is string =>
  isText(value) && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));

const isException = (value: unknown): value is Exception => {
  const { advisory, package: name, reason, until } = (value ?? {}) as Partial<Record<keyof Exception, unknown>>;
  return isText(advisory) && isText(name) && isText(reason) && isDay(until);
};

/** @throws CommandError for a policy that says less than it must */
export function readPolicy(text: string, file: string): Policy {
  let given: { fails?: Partial<Record<string, unknown>>; exceptions?: unknown };
  try {
    given = JSON.parse(text) as typeof given;
  } catch (cause) {
    throw new CommandError(`${file} is not JSON`, { cause });
  }
  const { fails, exceptions } = given;
  if (!isSeverity(fails?.['production']) || !isSeverity(fails['development']))
    throw new CommandError(`${file}: "fails" has "production" and "development", each ${SEVERITIES.join(', ')}`);
  if (!Array.isArray(exceptions)) throw new CommandError(`${file}: "exceptions" is a list`);
  const wrong = exceptions.findIndex((each) => !isException(each));
  if (wrong >= 0)
    throw new CommandError(
      `${file}: exception ${wrong + 1} has "advisory", "package", "reason" and "until" (2027-01-31)`,
    );
  return given as Policy;
}

export interface Verdict {
  advisory: Advisory;
  /** `excepted` for now; `expired` was. */
  kind: 'fails' | 'expired' | 'excepted' | 'tolerated';
  exception?: Exception;
}

const reaches = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least);

/** The whole of the last day counts. */
const isPast = ({ until }: Exception, now: Date): boolean => now.toISOString().slice(0, 10) > until;

export function judge(advisories: readonly Advisory[], { fails, exceptions }: Policy, now: Date): Verdict[] {
  return advisories.map((advisory): Verdict => {
    const least = advisory.isProduction ? fails.production : fails.development;
    if (!reaches(advisory.severity, least)) return { advisory, kind: 'tolerated' };
    const exception = exceptions.find((each) => each.advisory === advisory.id && each.package === advisory.package);
    if (!exception) return { advisory, kind: 'fails' };
    return { advisory, kind: isPast(exception, now) ? 'expired' : 'excepted', exception };
  });
}

/** Exceptions that no known fault needs any more. */
export const needless = (advisories: readonly Advisory[], { exceptions }: Policy): Exception[] =>
  exceptions.filter(
    (each) => !advisories.some(({ id, package: name }) => id === each.advisory && name === each.package),
  );
