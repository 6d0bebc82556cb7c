/** The steps of `npm run check`: commands of scripts/commands.mjs, with additional arguments. */
export const STEPS: readonly { script: string; args: readonly string[] }[] = [
  { script: 'generate', args: ['--check'] },
  { script: 'lint:description', args: [] },
  { script: 'lint', args: ['--max-warnings', '0'] },
  { script: 'format:check', args: [] },
  { script: 'types', args: [] },
  { script: 'lint:architecture', args: [] },
  { script: 'folders', args: ['--check'] },
  { script: 'casts', args: [] },
  { script: 'lint:unused', args: [] },
  { script: 'commits', args: [] },
  { script: 'breaking', args: [] },
  { script: 'audit:dependencies', args: [] },
];
