// The guide explains each line of the log, each metric and each alert.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (name: string): string => readFileSync(path.join(root, `openapi/docs/${name}.md`), 'utf8');
const page = read('log');
const metrics = read('monitoring');
const incidents = read('incidents');
const sources = readdirSync(path.join(root, 'core'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(path.join(root, 'core', file), 'utf8'));

/**
 * Texts of the log, up to the first part that a template inserts. Those about a project's own code begin with the name
 * of a part of it.
 */
const LINE =
  /\blog\??\.(?:info|warn|error)\(\s*(?:(?:\{[^()]*(?:\([^()]*(?:\([^()]*\))?[^()]*\)[^()]*)*\}|[a-z]\w*),\s*)?(['`])((?:(?!\1).)+)\1/g;

const lines = sources.flatMap((text) => [...text.matchAll(LINE)].map(([, , line = '']) => line));
const isSaid = (line: string): boolean => {
  const [start = ''] = line.split('${');
  if (start === '') return page.includes('`… failed`');
  if (page.includes(`\`${start}\``)) return true;
  // A long one is named by its beginning.
  const named = [...page.matchAll(/`([^`\n]+?)(?:,|;|:)? …`/g)].map(([, beginning = '']) => beginning);
  return named.some((beginning) => start.startsWith(beginning));
};

it('each line of the log is explained', () => {
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.filter((line) => !isSaid(line))).toEqual([]);
});

it('each metric of the service is explained', () => {
  const names = sources.flatMap((text) =>
    [...text.matchAll(/\bname: '((?:http|mongodb|colophon)_\w+)'/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !metrics.includes(`\`${name}\``))).toEqual([]);
});

it('each alert leads to an incident', () => {
  const { groups } = parse(readFileSync(path.join(root, 'scripts/observability/alerts.yaml'), 'utf8')) as {
    groups: { rules: { alert: string }[] }[];
  };
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(alerts.filter((alert) => !incidents.includes(`\`${alert}\``))).toEqual([]);
  expect(incidents.match(/^### \d+\. /gm)).toHaveLength(10);
});
