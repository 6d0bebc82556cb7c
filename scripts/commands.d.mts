export interface Command {
  does: string;
  file: string;
  args?: string[];
  needsTools?: boolean;
}
export const TOPICS: Readonly<Record<string, Readonly<Record<string, Command>>>>;
export const COMMANDS: Readonly<Record<string, Command>>;
export function calledAs(name: string, scripts: Readonly<Record<string, string>>): string;
