// Type assertions in TypeScript source, found in its syntax tree.
import ts from 'typescript';

/** `as T` or `<T>x`, except `as const`. */
export interface Cast {
  /** From 1. */
  line: number;
  text: string;
  /** From the comment `// cast: …` on one of its lines, or alone on the line above. */
  reason?: string;
}

const REASON = /\/\/.*\bcast: (.+)$/;

/** The casts of a source text, in its order; `as unknown as T` is two. */
export function castsIn(name: string, text: string): Cast[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const casts: Cast[] = [];
  const visit = (node: ts.Node): void => {
    const isCast =
      (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) || ts.isTypeAssertionExpression(node);
    if (isCast) {
      const [first, last] = [lineAt(node.getStart()), lineAt(node.getEnd())];
      const own = lines.slice(first, last + 1);
      const above = lines[first - 1]?.trim() ?? '';
      const explained = [...own, ...(above.startsWith('//') ? [above] : [])];
      const reason = explained.flatMap((line) => REASON.exec(line)?.[1] ?? [])[0];
      casts.push({ line: first + 1, text: node.getText(), ...(reason !== undefined && { reason }) });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return casts;
}
