/** Faults of the files, a line for each with its place. It imports nothing: every command reads it (scripts/command-line.ts). */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
}
