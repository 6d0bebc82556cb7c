/** Faults of the files, a line for each with its place. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault';
}
