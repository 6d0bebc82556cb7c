// Changes generated code, whose form may differ in another version of the generator.

/** @throws Error when a text is not there once */
export function replaceOnce(code: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (changed.split(from).length !== 2)
      throw new Error(`the generator writes ${JSON.stringify(from)} in another way than expected`);
    return changed.replace(from, () => to);
  }, code);
}
