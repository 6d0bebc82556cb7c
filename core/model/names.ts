// Names in the model: their form, and names that the service itself uses (D547, D550).
import { ENDPOINTS } from '../endpoint-facts.ts';
import { ApiError, invalidData, type Fault } from '../errors.ts';

const TYPE_NAME_MAX = 50;
const PROPERTY_NAME_MAX = 100;
const RELATION_NAME_MAX = 100;

const SNAKE_CASE = /^[a-z][a-z0-9_]+$/;
const PROPERTY_NAME = /^[a-z][a-z0-9_]*$/;
const LABEL_NAME = /^[a-z0-9][a-z0-9_-]{1,49}$/;

/** Words that can be neither name nor singular of a type. */
const RESERVED = new Set(
  (
    'ancestor annotation annotations application applications async_job async_jobs audit_entries auth categories category config configs ' +
    'folder folders history menu model models null object_type object_types path parent properties property ' +
    'property_type property_types relation relations role roles schema stream streams tag tags translation translations ' +
    'tree trees tree_nodes tree_parent_nodes type types uname uname_path upload version versions'
  ).split(' '),
);

/** Last segments below an object other than relations. */
const OBJECT_SEGMENTS = new Set(
  (
    'relationships actions translations annotations parents parent children streams roles users history sort permissions ' +
    'object_permissions created_by_user modified_by_user versions'
  ).split(' '),
);

/** Members of every resource, which `fields`, `sort` and `filter` name. */
const RESOURCE_MEMBERS = new Set(
  (
    'id type attributes meta links relationships locked created modified published created_by modified_by relation perms ' +
    'trashed revision'
  ).split(' '),
);

/** Letters and digits of a name: generated clients write it with or without underscores, and some ignore case. */
export const foldName = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** Members of classes in generated clients, by language, folded (D788). */
const OF_CLIENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Java: 'true false null',
    Python: 'additionalproperties todict tojson tostr fromdict fromjson',
    Go: 'tomap marshaljson unmarshaljson',
    PHP: 'modelname openapinullables openapinullablessettonull',
  }).flatMap(([language, names]) => names.split(' ').map((name): [string, string] => [name, language])),
);

/** @throws ApiError invalid_data for a name that a generated client cannot have as a member */
function assertUsableInClients(field: string, name: string): void {
  const language = name.startsWith('model_') ? 'Python' : OF_CLIENTS.get(foldName(name));
  if (language !== undefined) {
    throw invalid(field, 'allowed', `"${name}" means something else in generated clients for ${language}.`);
  }
}

const pointerOf = (field: string): string => `/data/attributes/${field}`;

const invalid = (field: string, rule: string, message: string): ApiError =>
  invalidData(pointerOf(field), `[${field}.${rule}]: ${message}`);

/** 400 with a fault for each missing one of `fields`. */
export function assertGiven(attributes: object, fields: readonly string[]): void {
  const faults = fields
    .filter((field) => !Object.hasOwn(attributes, field))
    .map((field): Fault => ({
      detail: `[${field}._required]: This field is required.`,
      source: { pointer: pointerOf(field) },
    }));
  if (faults.length > 0) throw new ApiError('invalid_data', faults);
}

function assertForm(field: string, name: string, form: { pattern: RegExp; max: number }): void {
  if (form.pattern.test(name) && name.length <= form.max) return;
  const message = `"${name.slice(0, 100)}" must match ${form.pattern.source} and have at most ${form.max} characters.`;
  throw invalid(field, 'format', message);
}

/** Name or singular of an object type. @throws ApiError invalid_data */
export function assertTypeName(field: 'name' | 'singular', name: string): void {
  assertForm(field, name, { pattern: SNAKE_CASE, max: TYPE_NAME_MAX });
  if (RESERVED.has(name)) throw invalid(field, 'allowed', `"${name}" is a reserved word.`);
  if (ENDPOINTS.has(name)) throw invalid(field, 'allowed', `"/${name}" is a path of the service itself.`);
}

/** @param segments first segments of the project's own code @throws ApiError invalid_data */
export function assertUnusedSegment(name: string, segments: ReadonlySet<string>): void {
  if (segments.has(name)) throw invalid('name', 'allowed', `"/${name}" is a path of the project's own code.`);
}

/** @throws ApiError invalid_data */
export function assertPropertyName(name: string): void {
  assertForm('name', name, { pattern: PROPERTY_NAME, max: PROPERTY_NAME_MAX });
  if (RESOURCE_MEMBERS.has(name)) throw invalid('name', 'allowed', `"${name}" is a member of every resource.`);
  if (name in Object.prototype) throw invalid('name', 'allowed', `"${name}" means something else in JavaScript.`);
  assertUsableInClients('name', name);
}

/** Name of a property type. @throws ApiError invalid_data */
export const assertPropertyTypeName = (name: string): void =>
  assertForm('name', name, { pattern: SNAKE_CASE, max: TYPE_NAME_MAX });

/** Either name of a relation. @throws ApiError invalid_data */
export function assertRelationName(field: 'name' | 'inverse_name', name: string): void {
  assertForm(field, name, { pattern: SNAKE_CASE, max: RELATION_NAME_MAX });
  if (OBJECT_SEGMENTS.has(name) || RESOURCE_MEMBERS.has(name)) {
    throw invalid(field, 'allowed', `"${name}" means something else for every object.`);
  }
  assertUsableInClients(field, name);
}

/** Name of a category or tag. @throws ApiError invalid_data */
export function assertLabelName(name: string): void {
  if (!LABEL_NAME.test(name))
    throw invalid('name', 'format', `"${name.slice(0, 100)}" must match ${LABEL_NAME.source}.`);
}

/** `attached_to` -> `Attached to`. */
export const humanize = (name: string): string => {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** `news_items` -> `NewsItems`. */
export const camelCase = (name: string): string =>
  name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
