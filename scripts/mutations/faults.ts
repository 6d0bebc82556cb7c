// Faults by rules over the syntax tree: each is a small change that compiles to another behaviour.
import ts from 'typescript';

export interface Fault {
  /** Path within the project. */
  file: string;
  /** From 1. */
  line: number;
  /** What is done to it, in words. */
  change: string;
  /** Of the replaced text. */
  start: number;
  end: number;
  replacement: string;
  /** The replaced text, with the name of its function: the same one as long as only other code changes. */
  identity: string;
}

/** @returns the changed text and what was done, or undefined when the rule does not apply to the node */
type Rule = (node: ts.Node, text: (node: ts.Node) => string) => { of: ts.Node; to: string; change: string } | undefined;

const OPPOSITES: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '>=',
  [ts.SyntaxKind.LessThanEqualsToken]: '>',
  [ts.SyntaxKind.GreaterThanToken]: '<=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '<',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
};

/** Methods that return arrays. */
const LISTS = /^(?:map|filter|flatMap|toSorted|toReversed|slice|concat)$/;

const isList = (node: ts.Expression): boolean =>
  (ts.isArrayLiteralExpression(node) && node.elements.length > 0) ||
  (ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    LISTS.test(node.expression.name.text));

/** What a function returns: of a return statement, or an arrow without a block. */
function returned(node: ts.Node): ts.Expression | undefined {
  const found = ts.isReturnStatement(node)
    ? node.expression
    : ts.isArrowFunction(node) && !ts.isBlock(node.body)
      ? node.body
      : undefined;
  return found && ts.isParenthesizedExpression(found) ? found.expression : found;
}

/** Conditions of loops stay, and with them the end of the loop. */
const negateCondition: Rule = (node, text) => {
  const of = ts.isIfStatement(node) ? node.expression : ts.isConditionalExpression(node) ? node.condition : undefined;
  return of && { of, to: `!(${text(of)})`, change: 'the condition is negated' };
};

const changeComparison: Rule = (node) => {
  if (!ts.isBinaryExpression(node) || ts.isForStatement(node.parent) || ts.isWhileStatement(node.parent))
    return undefined;
  const to = OPPOSITES[node.operatorToken.kind];
  return to === undefined ? undefined : { of: node.operatorToken, to, change: `the operator becomes ${to}` };
};

/** Calls without a visible effect. */
const WITHOUT_EFFECT = /\.unref\(\)$/;

const dropStatement: Rule = (node, text) => {
  if (!ts.isExpressionStatement(node) || ts.isSourceFile(node.parent)) return undefined;
  const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  return ts.isCallExpression(call) && !WITHOUT_EFFECT.test(text(call))
    ? { of: node, to: ';', change: 'the call is left out' }
    : undefined;
};

const dropThrow: Rule = (node) =>
  ts.isThrowStatement(node) ? { of: node, to: ';', change: 'nothing is thrown' } : undefined;

const emptyList: Rule = (node) => {
  const of = returned(node);
  return of && isList(of) ? { of, to: '[]', change: 'the list is empty' } : undefined;
};

const dropMember: Rule = (node) => {
  const object = returned(node);
  if (!object || !ts.isObjectLiteralExpression(object)) return undefined;
  const of = object.properties.find((each) => ts.isPropertyAssignment(each) || ts.isShorthandPropertyAssignment(each));
  return of && { of, to: '...{}', change: 'the member is left out' };
};

const RULES: readonly Rule[] = [negateCondition, changeComparison, dropStatement, dropThrow, emptyList, dropMember];

/** Of the function around a node. */
function functionName(node: ts.Node): string {
  for (let each: ts.Node | undefined = node; each; each = each.parent) {
    if ((ts.isFunctionDeclaration(each) || ts.isMethodDeclaration(each) || ts.isVariableDeclaration(each)) && each.name)
      return each.name.getText();
  }
  return '';
}

/** Every fault that the rules make in a file, in its order. */
export function faultsIn(file: string, content: string): Fault[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const text = (node: ts.Node): string => node.getText(source);
  const faults: Fault[] = [];
  const visit = (node: ts.Node): void => {
    for (const rule of RULES) {
      const found = rule(node, text);
      if (!found) continue;
      const start = found.of.getStart(source);
      faults.push({
        file,
        line: source.getLineAndCharacterOfPosition(start).line + 1,
        change: found.change,
        start,
        end: found.of.getEnd(),
        replacement: found.to,
        identity: `${functionName(node)} ${found.change} ${text(node)}`,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

/** The content of its file with the fault. */
export const withFault = (content: string, { start, end, replacement }: Fault): string =>
  content.slice(0, start) + replacement + content.slice(end);
