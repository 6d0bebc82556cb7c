// One name in the forms of files, schemas and code.

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const toPascal = (name: string): string => wordsOf(name).map(capital).join('');
export const toCamel = (name: string): string => {
  const pascal = toPascal(name);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
};
export const toKebab = (name: string): string => wordsOf(name).join('-');
export const toSnake = (name: string): string => wordsOf(name).join('_');
/** `getReport` -> `Get report`. */
export const toSentence = (name: string): string => capital(wordsOf(name).join(' '));
