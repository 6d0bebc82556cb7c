// The log: JSON, and lines for people (LOG_FORMAT).
import { expect, it } from 'vitest';
import { createLog, type LogFormat } from '../../../core/log.ts';

function written(format: LogFormat, fields: object, text: string): string {
  let out = '';
  createLog('info', format, { write: (line) => void (out += line) }).warn(fields, text);
  return out;
}

it('is JSON where stderr is no terminal, and by LOG_FORMAT=json', () => {
  for (const format of process.stderr.isTTY ? (['json'] as const) : (['auto', 'json'] as const))
    expect(JSON.parse(written(format, { ms: 7 }, 'a slow request'))).toMatchObject({
      level: 40,
      ms: 7,
      msg: 'a slow request',
    });
});

it('is a line for people by LOG_FORMAT=lines, with its fields and without secrets', () => {
  const line = written(
    'lines',
    { ms: 7, path: '/objects', who: { id: 1 }, said: 'two words', password: 'hunter2' },
    'a slow request',
  );
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d warn {2}a slow request ms=7 path=\/objects who=\{"id":1\} said="two words" password="?\[hidden\]"?\n$/,
  );
});

it('cannot be made to control the terminal, or to show another line', () => {
  const line = written(
    'lines',
    { username: 'a\u001b[2J\u009b1m\n09:00:00 info  all is well', bidi: '\u202etxt' },
    'sign-in\u001b[1A',
  );
  expect(line.match(/[\p{Cc}\p{Cf}]/gu)).toEqual(['\n']);
  expect(line).toContain('\\u202etxt');
});
