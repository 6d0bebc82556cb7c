// The handler of a new operation, in the file of its tag: it compiles, and a call of it names the file to edit.
import ts from 'typescript';
import { insertBeforeLast, NewError, type Changes } from './changes.ts';
import type { NewOperation } from './read-operation.ts';
import { toCamel } from './words.ts';

const INDEX = 'handlers/index.ts';

const skeleton = (operationId: string, file: string): string => `${operationId}: () => {
    throw new Error('${operationId} is not written yet: write it in ${file}');
  }`;

function newFile({ operationId, tag, summary }: NewOperation, file: string): string {
  return `// ${summary}.
import type { Handlers } from '../core/http/handler.ts';
import type { Services } from './services.ts';

export const ${toCamel(tag)}Handlers = (_services: Services): Pick<Handlers, '${operationId}'> => ({
  ${skeleton(operationId, file)},
});
`;
}

/** The names in `Pick<Handlers, …>`, the place of it, and the object with the handlers. */
function findHandlers(source: ts.SourceFile): { names: ts.TypeNode; object: ts.ObjectLiteralExpression } | undefined {
  const aliases = new Map<string, ts.TypeNode>();
  let names: ts.TypeNode | undefined;
  let object: ts.ObjectLiteralExpression | undefined;
  const bodyOf = (body: ts.ConciseBody | undefined): ts.Expression | undefined =>
    body && ts.isBlock(body) ? body.statements.filter(ts.isReturnStatement).at(-1)?.expression : body;
  const visit = (node: ts.Node): void => {
    if (ts.isTypeAliasDeclaration(node)) aliases.set(node.name.text, node.type);
    if (ts.isFunctionDeclaration(node) || ts.isArrowFunction(node)) {
      const { type } = node;
      if (type && ts.isTypeReferenceNode(type) && type.getText(source).startsWith('Pick<Handlers')) {
        names = type.typeArguments?.[1];
        let found = bodyOf(node.body);
        while (found && ts.isParenthesizedExpression(found)) found = found.expression;
        if (found && ts.isObjectLiteralExpression(found)) object = found;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (names && ts.isTypeReferenceNode(names)) names = aliases.get(names.typeName.getText(source));
  return names && object ? { names, object } : undefined;
}

function withHandler(text: string, file: string, operationId: string): string {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = findHandlers(source);
  if (!found) throw new NewError(`${file} has another form than other handler files: add ${operationId} by hand`);
  const { names, object } = found;
  const end = object.properties.at(-1)?.getEnd() ?? object.getEnd() - 1;
  const comma = object.properties.length > 0 ? ',' : '';
  const withProperty = `${text.slice(0, end)}${comma}\n${skeleton(operationId, file)}${text.slice(end)}`;
  // The type is before the object, so its position is unchanged.
  return `${withProperty.slice(0, names.getEnd())} | '${operationId}'${withProperty.slice(names.getEnd())}`;
}

/** @throws NewError */
export function addHandler(changes: Changes, operation: NewOperation): string {
  const [, place = `${operation.file}.ts`] =
    new RegExp(`'\\./((?:[\\w-]+/)?${operation.file}\\.ts)'`).exec(changes.read(INDEX)) ?? [];
  const file = `handlers/${place}`;
  if (changes.has(file)) {
    changes.edit(file, (text) => withHandler(text, file, operation.operationId));
    return file;
  }
  changes.create(file, newFile(operation, file));
  const name = `${toCamel(operation.tag)}Handlers`;
  changes.edit(INDEX, (text) => {
    const imported = `import { ${name} } from './${operation.file}.ts';\n`;
    const withImport = insertBeforeLast(INDEX, text, '\nexport const createHandlers', imported);
    return insertBeforeLast(INDEX, withImport, '});', `  ...${name}(services),\n`);
  });
  return file;
}
