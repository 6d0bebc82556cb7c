// Errors of Ajv as faults of the request: pointers for bodies, parameters for queries (D27).
import type { ErrorObject } from 'ajv';
import { ApiError, MAX_FAULTS, type Fault } from '../../errors.ts';
import { faultText } from '../../model/schemas/fault-text.ts';

/** Errors, and characters of their paths, which are compared: the rest would need much memory. */
const MAX_COMPARED = 10_000;
const MAX_PATHS = 2_000_000;

const unescapeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
const escapeStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** `/query/filter/a` is `filter[a]`. */
function parameterName(steps: readonly string[]): string {
  const [first = '', ...rest] = steps.map(unescapeStep);
  return first + rest.map((step) => `[${step}]`).join('');
}

function bodyFault(path: string, error: ErrorObject): Fault {
  const missing = error.keyword === 'required' ? String(error.params['missingProperty']) : undefined;
  const unknown = error.keyword === 'additionalProperties' ? String(error.params['additionalProperty']) : undefined;
  const member = missing ?? unknown;
  const pointer = member === undefined ? path : `${path}/${escapeStep(member).slice(0, 100)}`;
  const name = pointer.split('/').slice(1).map(unescapeStep).at(-1) ?? 'body';
  if (missing !== undefined) return { detail: `[${name}._required]: This field is required.`, source: { pointer } };
  if (unknown !== undefined) return { detail: `[${name}._unknown]: This is not known here.`, source: { pointer } };
  return { detail: `[${name}.${error.keyword}]: ${faultText(error)}.`, source: { pointer } };
}

function toFault(error: ErrorObject): Fault & { place: string } {
  const [, place = '', ...steps] = error.instancePath.split('/');
  if (place === 'requestBody') return { place, ...bodyFault(steps.map((step) => `/${step}`).join(''), error) };
  if (place === '' && error.params['missingProperty'] === 'requestBody') {
    return { place: 'requestBody', detail: 'A JSON object is expected as the body.', source: { pointer: '' } };
  }
  const missing = error.keyword === 'required' ? [String(error.params['missingProperty'])] : [];
  const text = missing.length > 0 ? 'is required' : faultText(error);
  if (place === 'query') {
    if (error.keyword === 'additionalProperties') {
      const parameter = String(error.params['additionalProperty']);
      const detail = `The query parameter "${parameter}" is not known here.`;
      return { place, code: 'unknown_parameter', detail, source: { parameter } };
    }
    const parameter = parameterName([...steps, ...missing]);
    return { place, detail: `${parameter} ${text}.`, source: { parameter } };
  }
  if (place === 'header') {
    const [header = ''] = [...steps, ...missing];
    return { place, detail: `The header ${header} ${text}.`, source: { header } };
  }
  return { place, detail: `${steps[0] ?? 'path'} ${text}.` };
}

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'oneOf' || keyword === 'anyOf';

/** Paths of all parents of an instance path. */
const pathsAbove = (path: string): string[] => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

/** Of several possible types only errors for the own one are reported; for none of them one error names them all. */
function withoutOtherKinds(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = new Set(errors.filter(isChoice).map((error) => error.instancePath));
  if (choices.size === 0) return [...errors];
  const isOfKind = (error: ErrorObject): boolean =>
    choices.has(error.instancePath) && (isChoice(error) || error.keyword === 'type');
  const faulty = new Set<string>();
  const kinds = new Map<string, Set<string>>();
  for (const error of errors) {
    const { instancePath: path, keyword, params } = error;
    for (const above of pathsAbove(path)) faulty.add(above);
    if (!isOfKind(error)) faulty.add(path);
    else if (keyword === 'type') {
      const names = kinds.get(path) ?? new Set();
      for (const name of [params['type']].flat()) names.add(name);
      kinds.set(path, names);
    }
  }
  const reported = new Set<string>();
  return errors.flatMap((error) => {
    const { instancePath: path } = error;
    if (!isOfKind(error)) return [error];
    const names = kinds.get(path);
    if (faulty.has(path) || reported.has(path)) return [];
    if (!names) return [error];
    reported.add(path);
    return [{ ...error, keyword: 'type', message: `must be ${[...names].join(' or ')}` }];
  });
}

/** Each error has the whole path to its value, and a name in it can be as long as the body. */
function firstErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  let paths = 0;
  const isTooMuch = ({ instancePath }: ErrorObject): boolean => (paths += instancePath.length) > MAX_PATHS;
  const end = errors.findIndex((error, index) => index > 0 && (index >= MAX_COMPARED || isTooMuch(error)));
  return end < 0 ? [...errors] : errors.slice(0, end);
}

/** One error for all faults of a validation: 404 for a path that cannot exist, else 400. */
export function validationError(errors: readonly ErrorObject[]): ApiError {
  // One more than are reported, so that the report says so.
  const faults = withoutOtherKinds(firstErrors(errors))
    .slice(0, MAX_FAULTS + 1)
    .map(toFault);
  const inPath = faults.find((fault) => fault.place === 'path');
  if (inPath) return new ApiError('not_found', inPath.detail);
  const first = faults.find((fault) => fault.place !== 'requestBody');
  const code = first ? (first.code ?? 'invalid_parameter') : 'invalid_data';
  return new ApiError(
    code,
    faults.map(({ place, detail, source, code: own }) => {
      const known = own ?? (place === 'requestBody' ? 'invalid_data' : 'invalid_parameter');
      return { detail, ...(source && { source }), ...((own ?? known !== code) && { code: known }) };
    }),
  );
}
