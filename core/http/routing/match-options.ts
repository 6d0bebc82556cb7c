// What matching a path needs of the model.

export interface MatchOptions {
  /** Type names with an endpoint at present. */
  isTypeName(name: string): boolean;
  /** Reads the model again if another process has changed it. */
  refreshModel(): Promise<unknown>;
  /** Plural of a singular type name, for the hint of a 404. */
  pluralOf(singular: string): string | undefined;
}
