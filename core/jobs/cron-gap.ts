/**
 * Milliseconds between the next two times of a cron expression. The parser is loaded for schedules only.
 * @throws Error for an expression that cannot be read, or is never due
 */
export async function cronGap(cron: string, timeZone: string): Promise<number> {
  const { CronExpressionParser } = await import('cron-parser');
  const times = CronExpressionParser.parse(cron, { tz: timeZone });
  const first = times.next().getTime();
  return times.next().getTime() - first;
}
