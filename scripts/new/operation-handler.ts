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

export const ${toCamel(tag)}Handlers = (_services: Services) => ({
  ${skeleton(operationId, file)},
}) satisfies Partial<Handlers>;
`;
}

/** The object of which the file says that it has handlers: the last one, if several functions make some. */
function findHandlers(source: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  let found: ts.ObjectLiteralExpression | undefined;
  const visit = (node: ts.Node): void => {
    if (ts.isSatisfiesExpression(node) && node.type.getText(source) === 'Partial<Handlers>') {
      const object = ts.isParenthesizedExpression(node.expression) ? node.expression.expression : node.expression;
      if (ts.isObjectLiteralExpression(object)) found = object;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function withHandler(text: string, file: string, operationId: string): string {
  const object = findHandlers(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  if (!object) throw new NewError(`${file} has another form than other handler files: add ${operationId} by hand`);
  const end = object.properties.at(-1)?.getEnd() ?? object.getEnd() - 1;
  const comma = object.properties.length > 0 ? ',' : '';
  return `${text.slice(0, end)}${comma}\n${skeleton(operationId, file)}${text.slice(end)}`;
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
