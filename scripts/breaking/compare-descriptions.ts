// Changes of a description that break clients or SDKs for an older one.
import { METHODS } from '../../core/description/openapi-document.ts';
import { schemaComparison, type Break, type SchemaComparison } from './compare-schemas.ts';
import {
  resolved,
  type Description,
  type Header,
  type Operation,
  type Parameter,
  type PathItem,
  type Response,
} from './description.ts';

interface Sides {
  from: Description;
  to: Description;
  report(place: string, what: string): void;
  compare: SchemaComparison;
}

/**
 * Breaking are: a removed operation, name, tag, parameter, field, header, media type or success; new requirements, sign-in
 * included; narrower types, enums and limits of requests, and other defaults; wider types and nulls in responses, and values and
 * types that responses lose (D365). Not breaking are: new operations, optional parameters, fields, errors, and new values and
 * types in responses (D336).
 * @returns sorted by place; without duplicates
 */
export function compareDescriptions(from: Description, to: Description): Break[] {
  const breaks: Break[] = [];
  const report = (place: string, what: string) => breaks.push({ place, what });
  const sides: Sides = { from, to, report, compare: schemaComparison(from, to, breaks) };
  const after = new Map(operationsOf(to).map((one) => [one.key, one]));
  for (const one of operationsOf(from)) {
    const now = after.get(one.key);
    if (now) compareOperations(one, now, sides);
    else report(one.operation.operationId, `removed (${one.key})`);
  }
  for (const name of Object.keys(from.components['schemas'] ?? {})) {
    if (!to.components['schemas']?.[name]) report(name, 'schema removed');
  }
  compareSecuritySchemes(sides);
  const unique = new Map(breaks.map((one) => [`${one.place} ${one.what}`, one]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

interface Located {
  /** Method and path with unnamed parameters: on the wire their names do not matter. */
  key: string;
  item: PathItem;
  operation: Operation;
}

function operationsOf({ paths }: Description): Located[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method] as Operation | undefined;
      const key = `${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, '{}')}`;
      return operation ? [{ key, item, operation }] : [];
    }),
  );
}

function compareOperations(before: Located, after: Located, sides: Sides): void {
  const name = before.operation.operationId;
  if (after.operation.operationId !== name) sides.report(name, `is ${after.operation.operationId} now`);
  const [tag, tagNow] = [before, after].map(({ operation }) => operation.tags?.[0]);
  if (tag !== tagNow) sides.report(name, `tag ${tag} is ${tagNow} now`);
  compareSecurity(before.operation, after.operation, sides);
  compareParameters(before, after, sides);
  compareRequestBodies(before.operation, after.operation, sides);
  compareResponses(before.operation, after.operation, sides);
}

/** Each sufficient security requirement must stay sufficient. */
function compareSecurity(before: Operation, after: Operation, { from, to, report }: Sides): void {
  const ways = waysOf(to, after);
  for (const way of waysOf(from, before)) {
    if (ways.some((now) => now.every((scheme) => way.includes(scheme)))) continue;
    const what = way.length === 0 ? 'needs a sign-in now' : `${way.join(' with ')} is no longer enough`;
    report(before.operationId, what);
  }
}

/** Names of the security schemes that are needed together; none for public operations. */
function waysOf(description: Description, operation: Operation): string[][] {
  const security = operation.security ?? description.security ?? [];
  return security.length === 0 ? [[]] : security.map((way) => Object.keys(way));
}

function compareSecuritySchemes({ from, to, report }: Sides): void {
  const now = to.components['securitySchemes'] ?? {};
  for (const [name, scheme] of Object.entries(from.components['securitySchemes'] ?? {})) {
    const [was, is] = [scheme, now[name]].map((one) => JSON.stringify(one));
    if (is === undefined) report(name, 'security scheme removed');
    else if (was !== is) report(name, 'security scheme is another');
  }
}

function parametersOf(description: Description, { item, operation }: Located): Parameter[] {
  return [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => resolved(description, one));
}

function compareParameters(before: Located, after: Located, sides: Sides): void {
  const name = before.operation.operationId;
  // Path parameters are matched by position.
  const keyed = (parameters: Parameter[]) => {
    const inPath = parameters.filter((one) => one.in === 'path');
    return new Map(
      parameters.map((one) => [one.in === 'path' ? `path ${inPath.indexOf(one)}` : `${one.in} ${one.name}`, one]),
    );
  };
  const [was, now] = [keyed(parametersOf(sides.from, before)), keyed(parametersOf(sides.to, after))];
  for (const [key, parameter] of was) {
    const same = now.get(key);
    const place = `${name} ${parameter.name}`;
    if (!same) {
      sides.report(place, 'parameter removed');
      continue;
    }
    if (same.name !== parameter.name) sides.report(place, `is ${same.name} now`);
    if (same.required && !parameter.required) sides.report(place, 'parameter required now');
    if (wireForm(same) !== wireForm(parameter)) sides.report(place, 'is written another way now');
    sides.compare({ before: parameter.schema ?? {}, after: same.schema ?? {}, place, direction: 'request' });
  }
  for (const [key, parameter] of now) {
    if (!was.has(key) && parameter.required) sides.report(`${name} ${parameter.name}`, 'parameter new and required');
  }
}

/** The serialisation of values with several parts, with the defaults of OpenAPI 3.0. */
function wireForm({ in: where, style = ['query', 'cookie'].includes(where) ? 'form' : 'simple', explode }: Parameter) {
  return `${style} ${explode ?? style === 'form'}`;
}

function compareRequestBodies(before: Operation, after: Operation, sides: Sides): void {
  const { operationId: name } = before;
  const was = before.requestBody && resolved(sides.from, before.requestBody);
  const now = after.requestBody && resolved(sides.to, after.requestBody);
  if (now?.required && !was?.required) sides.report(`${name} body`, 'required now');
  for (const [type, { schema }] of Object.entries(was?.content ?? {})) {
    const same = now?.content[type];
    if (!same) sides.report(`${name} body`, `${type} is no longer taken`);
    else sides.compare({ before: schema ?? {}, after: same.schema ?? {}, place: `${name} body`, direction: 'request' });
  }
}

function compareResponses(before: Operation, after: Operation, sides: Sides): void {
  for (const [status, response] of Object.entries(before.responses)) {
    const place = `${before.operationId} ${status}`;
    const now = after.responses[status];
    if (now) compareResponse([resolved(sides.from, response), resolved(sides.to, now)], place, sides);
    else if (Number(status) < 400) sides.report(place, 'no longer answered');
  }
}

function compareResponse([before, after]: [Response, Response], place: string, sides: Sides): void {
  for (const [name, header] of Object.entries(before.headers ?? {})) {
    const now = after.headers?.[name];
    const at = `${place} ${name}`;
    if (now) compareHeader([resolved(sides.from, header), resolved(sides.to, now)], at, sides);
    else sides.report(at, 'header removed');
  }
  for (const [type, { schema }] of Object.entries(before.content ?? {})) {
    const same = after.content?.[type];
    if (!same) sides.report(place, `${type} is no longer answered`);
    else sides.compare({ before: schema ?? {}, after: same.schema ?? {}, place, direction: 'response' });
  }
}

function compareHeader([before, after]: [Header, Header], place: string, { report, compare }: Sides): void {
  if (before.required && !after.required) report(place, 'header no longer always there');
  compare({ before: before.schema ?? {}, after: after.schema ?? {}, place, direction: 'response' });
}
