// Whether a recorded request is as its operation describes: its query, and its body.
import type { Node, OpenApiDocument } from '../../../core/description/openapi-document.ts';
import { nodeAt } from '../../../core/description/openapi-document.ts';
import type { DescriptionCheck } from '../description-check.ts';
import type { Operation } from '../operations.ts';
import { EVERYWHERE } from '../query-parameters.ts';
import { createSchemaValidators } from '../schema-validators.ts';
import type { Recorded } from './har.ts';

const baseName = (name: string): string => name.replace(/\[.*$/, '');

/** The values that a text of a query may stand for. */
function readings(text: string): unknown[] {
  const values: unknown[] = [text];
  if (/^-?\d+(?:\.\d+)?$/.test(text)) values.push(Number(text));
  if (text === 'true' || text === 'false') values.push(text === 'true');
  return values;
}

/** @returns a function that says in words what differs */
export function createRequestCheck(document: OpenApiDocument, check: DescriptionCheck) {
  const validatorOf = createSchemaValidators().of(nodeAt(document, 'components', 'schemas'));

  function isValid(schema: Node, text: string): boolean {
    const { type, items } = schema;
    if (type === 'object') return true;
    if (type === 'array') return text.split(',').every((item) => isValid(items as Node, item));
    const validate = validatorOf(schema);
    return readings(text).some((value) => validate(value));
  }

  function queryFaults({ query }: Operation, { url }: Recorded): string[] {
    return [...url.searchParams].flatMap(([name, value]) => {
      if (EVERYWHERE.has(name)) return [];
      const named = query.find((each) => each['name'] === name);
      const open = query.find((each) => each['name'] === baseName(name) && each['style'] === 'deepObject');
      // `fields[articles]`: the type in brackets is any.
      const anyType = query.find((each) => each['name'] === `${baseName(name)}[type]`);
      const described = named ?? open ?? anyType;
      if (!described) return [`the parameter ${name} is not described`];
      const isRight = described === open || isValid(nodeAt(described, 'schema'), value);
      return isRight ? [] : [`the parameter ${name} is not as described: "${value.slice(0, 100)}"`];
    });
  }

  function bodyFaults({ bodies, method, path }: Operation, { body, requestHeaders }: Recorded): string[] {
    if (body === undefined || body === '') return [];
    const [mediaType = ''] = (requestHeaders['content-type'] ?? '').split(';');
    if ('*/*' in bodies) return [];
    if (!(mediaType in bodies)) return [`a body of "${mediaType}" is not described`];
    if (!/json$/.test(mediaType)) return [];
    try {
      check.checkRequest({ method, path, mediaType, value: JSON.parse(body) });
      return [];
    } catch (error) {
      // Its second line is the body.
      return [error instanceof SyntaxError ? 'the body is not JSON' : ((error as Error).message.split('\n')[0] ?? '')];
    }
  }

  return (operation: Operation, sent: Recorded): string[] => [
    ...queryFaults(operation, sent),
    ...bodyFaults(operation, sent),
  ];
}
