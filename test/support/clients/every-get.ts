// Every GET of the description, with values for the parameters of its path.
import OPENAPI from '../../../generated/openapi.json' with { type: 'json' };

const fill = (path: string, valuesOf: (name: string) => readonly string[]): string[] => {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (name === undefined) return [path];
  return valuesOf(name).flatMap((value) => fill(path.replace(`{${name}}`, value), valuesOf));
};

/** @param valuesOf values of a parameter, by its name */
export const everyGet = (valuesOf: (name: string) => readonly string[]): string[] =>
  Object.entries(OPENAPI.paths).flatMap(([path, item]) => ('get' in item ? fill(path, valuesOf) : []));
