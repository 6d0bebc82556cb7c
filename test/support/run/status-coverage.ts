// Coverage of (operation, status): whether a run of all tests has seen each response that the description lists, except
// those of a named list (test/contract/responses/unseen-statuses.ts).
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { METHODS, nodeAt, type Node, type OpenApiDocument } from '../../../core/description/openapi-document.ts';
import { UNSEEN, type UnseenRule } from '../../contract/responses/unseen-statuses.ts';
import type { RunJudge } from '../../../scripts/config/closing-line.ts';
import { bundle } from '../../core/description/descriptions.ts';

export interface StatusCoverage {
  /** Their number, for the log. */
  line: string;
  /** The violations, a line each. */
  faults: string[];
}

/** `{operationId} {status}` of every response of a description. */
export function describedStatuses(document: OpenApiDocument): string[] {
  return Object.values(nodeAt(document, 'paths')).flatMap((item) =>
    METHODS.flatMap((method) => {
      const operation = (item as Node)[method] as Node | undefined;
      if (!operation) return [];
      return Object.keys(nodeAt(operation, 'responses')).map(
        (status) => `${String(operation['operationId'])} ${status}`,
      );
    }),
  );
}

const isOfRule = (rule: UnseenRule, pair: string): boolean => {
  const [operationId = '', status = ''] = pair.split(' ');
  return rule.status === Number(status) && (rule.operations === 'all' || rule.operations.includes(operationId));
};

/** Compares the seen statuses with the described ones; neither the description nor the list may have wrong entries. */
export function judgeStatuses(
  described: readonly string[],
  seen: ReadonlySet<string>,
  rules: readonly UnseenRule[],
): StatusCoverage {
  const listed = (pair: string): boolean => rules.some((rule) => isOfRule(rule, pair));
  const unseen = described.filter((pair) => !seen.has(pair));
  const missing = unseen.filter((pair) => !listed(pair));
  const stale = rules.flatMap((rule) => {
    const { operations } = rule;
    const of = described.filter((pair) => isOfRule(rule, pair));
    const known = (id: string): boolean => of.includes(`${id} ${rule.status}`);
    const unknown = operations === 'all' ? [] : operations.filter((id) => !known(id));
    return [
      ...of.filter((pair) => seen.has(pair)).map((pair) => `${pair}: seen, so it is not to be listed as unseen`),
      ...unknown.map((id) => `${id} ${rule.status}: listed as unseen, but the description has no such answer`),
    ];
  });
  return {
    line: `(operation, status): ${described.length - unseen.length} of ${described.length} seen, ${unseen.length - missing.length} listed`,
    faults: [...missing.map((pair) => `${pair}: described, but no test has seen it`), ...stale],
  };
}

/** Reads the files that the workers have left in a folder (seen-statuses.ts). */
async function readStatuses(folder: string): Promise<Set<string>> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return new Set(texts.flatMap((text) => text.split('\n').filter(Boolean)));
}

/** Of a run of all tests. */
export const statusCoverageOfRun: RunJudge = async (run, _modules, whole) => {
  if (!whole) return { line: '', faults: [] };
  const { seenStatuses } = run.getRootProject().getProvidedContext();
  return judgeStatuses(describedStatuses(bundle), await readStatuses(seenStatuses), UNSEEN);
};
