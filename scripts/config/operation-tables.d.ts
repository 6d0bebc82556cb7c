import type { Rule } from 'eslint';

export const operationTables: Rule.RuleModule;
