// Checks responses against the description: the operation, the status, the media type, the headers, the body. It checks
// every response in tests and in `npm run contract`, so that errors of the description are found.
import type { ValidateFunction } from 'ajv';
import { isRecord } from '../../core/values.ts';
import { createSchemaValidators, type Node, type SchemaValidators } from './schema-validators.ts';

/** Media types whose schema is that of the text. */
const TEXTS: ReadonlySet<string> = new Set(['application/yaml', 'text/plain', 'text/event-stream']);

export interface SeenResponse {
  method: string;
  /** Path with query, as requested. */
  url: string;
  status: number;
  headers: Record<string, string | undefined>;
  /** Undefined for a body that is not known. */
  text: string | undefined;
}

/** Types whose objects have no files refuse uploads without describing them (D562). */
const isRefusedUpload = (method: string, url: string): boolean =>
  method === 'POST' && /^\/[^/]+\/upload\/[^/]+$/.test(url.split('?')[0] ?? '');

/** Forms and the stylesheet for browsers are no part of the API (D321, D323). */
const isBrowserRoute = (url: string): boolean => /^\/html(?:[/?]|$)/.test(url);

const isPage = ({ method, headers }: SeenResponse): boolean =>
  /^(?:GET|HEAD)$/.test(method) && headers['content-type'] === 'text/html; charset=utf-8';

const isBrowserResponse = ({ status, headers }: SeenResponse): boolean =>
  status === 303 || status === 304 || /^text\/(?:html|css); charset=utf-8$/.test(headers['content-type'] ?? '');

/** Headers that HTTP, its caches, browsers and proxies give a meaning, whatever the service is; no description repeats them. */
const GENERAL_HEADER =
  /^(?:date|connection|keep-alive|transfer-encoding|x-accel-buffering|accept-ranges|etag|content-(?:type|length|language|encoding)|vary|cache-control|age|via|server|x-content-type-options|(?:referrer|permissions|content-security)-policy|strict-transport-security|access-control-.+|cross-origin-.+)$/;

/** A part of the description, and the way to it. */
interface Resolved {
  node: Node;
  steps: readonly string[];
}

interface SentBody {
  method: string;
  path: string;
  mediaType: string;
  value: unknown;
}

export type DescriptionCheck = Pick<ResponseCheck, keyof ResponseCheck>;

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')
      // The one parameter that takes several segments (core/http/routing/routing-table.ts).
      .replace(/(\/trees\/)\[\^\/]\+$/, '$1.+')}/?$`,
  );

interface Described extends Resolved {
  /** Undefined for HEAD, which has none, and when it is not known. */
  text: string | undefined;
}

/** Clients never see a body of these: the headers tell (RFC 9110, 8.6, 15.3.5). */
function checkNoBody({ status, headers }: Pick<SeenResponse, 'status' | 'headers'>, where: string): void {
  if (status !== 204 && status !== 304) return;
  const unexpected = ['content-type', 'content-length', 'transfer-encoding'].find(
    (name) => headers[name] !== undefined,
  );
  if (unexpected !== undefined) throw new Error(`${where}: ${unexpected} of a missing body`);
}

function parse(text: string, where: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`${where}: the body is not JSON\n${text.slice(0, 500)}`);
  }
}

type SeeUnknown = (names: string[], where: string) => void;

class ResponseCheck {
  readonly #document: Node;
  readonly #shared: SchemaValidators;
  readonly #seeUnknown: SeeUnknown | undefined;
  readonly #paths: Record<string, Node>;
  readonly #patterns: readonly { path: string; pattern: RegExp }[];
  readonly #anywhere: ReadonlySet<string>;
  readonly #validatorOf: ReturnType<SchemaValidators['of']>;
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: Node, shared: SchemaValidators, seeUnknown: SeeUnknown | undefined) {
    this.#document = document;
    this.#shared = shared;
    this.#seeUnknown = seeUnknown;
    this.#paths = document['paths'] as Record<string, Node>;
    this.#validatorOf = shared.of(this.#at(['components', 'schemas']) as Node);
    const everywhere = Object.keys((this.#at(['x-response-headers']) ?? {}) as Node);
    this.#anywhere = new Set(everywhere.map((name) => name.toLowerCase()));
    const ordered = Object.keys(this.#paths).sort(
      (a, b) => (a.match(/\{/g)?.length ?? 0) - (b.match(/\{/g)?.length ?? 0),
    );
    this.#patterns = ordered.map((path) => ({ path, pattern: patternOf(path) }));
  }

  /** Published path of a URL; literal segments take precedence. */
  pathOf = (url: string, verb = 'get'): string | undefined => {
    const path = url.split('?')[0] ?? '';
    // Its method beside those of the objects of type files (core/http/routing/routing-table.ts).
    const isUpload = verb === 'post' && /^\/files\/(?!upload\/)[^/]+\/[^/]+\/?$/.test(path);
    if (isUpload) return '/files/{object_type}/{file_name}';
    return this.#patterns.find(({ pattern }) => pattern.test(path))?.path;
  };

  /** @throws Error with the difference of the request body from the description */
  checkRequest = ({ method, path, mediaType, value }: SentBody): void => {
    const { steps } = this.#resolve(['paths', path, method.toLowerCase(), 'requestBody']);
    this.#checkValue([...steps, 'content', mediaType, 'schema'], value, `the body of ${method} ${path}`);
  };

  /** @throws Error with the difference of the response from the description */
  check = (response: SeenResponse): void => {
    if (isBrowserRoute(response.url) && isBrowserResponse(response)) return;
    if (isPage(response)) this.#checkPage(response);
    else this.#checkAnswer(response);
  };

  #at(steps: readonly string[]): unknown {
    return steps.reduce<unknown>((node, step) => (isRecord(node) ? node[step] : undefined), this.#document);
  }

  #validator(steps: readonly string[]): ValidateFunction {
    const pointer = steps.join('\n');
    let found = this.#validators.get(pointer);
    if (!found) {
      found = this.#validatorOf(this.#at(steps));
      this.#validators.set(pointer, found);
    }
    return found;
  }

  #resolve(steps: readonly string[]): Resolved {
    const node = this.#at(steps) as Node;
    const reference = node?.['$ref'];
    if (typeof reference !== 'string') return { node, steps };
    const target = reference.slice(2).split('/');
    return { node: this.#at(target) as Node, steps: target };
  }

  /** @param described headers of the response in the description, or none */
  #checkNames(headers: SeenResponse['headers'], described: Node, where: string): void {
    const names = Object.keys(described).map((name) => name.toLowerCase());
    const unknown = Object.keys(headers).filter(
      (name) => !this.#anywhere.has(name) && !GENERAL_HEADER.test(name) && !names.includes(name),
    );
    if (unknown.length > 0) this.#seeUnknown?.(unknown, where);
  }

  /** The status is that of the operation; the content of a page is not described (D321). */
  #checkPage({ url, status }: SeenResponse): void {
    const responses = (this.#paths[this.pathOf(url) ?? '']?.['get'] as Node | undefined)?.['responses'];
    if (isRecord(responses) && !(String(status) in responses)) {
      throw new Error(`GET ${url} -> ${status}: the status is not described`);
    }
  }

  #checkAnswer(response: SeenResponse): void {
    const { method, url, status, headers, text } = response;
    const verb = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
    const path = this.pathOf(url, verb);
    const operation = path ? (this.#paths[path]?.[verb] as Node | undefined) : undefined;
    const where = `${method} ${url} -> ${status}`;
    if (!path || !operation) {
      this.#checkNames(headers, {}, where);
      if (isRefusedUpload(method, url) && [401, 403].includes(status)) return this.#checkError(text, where);
      return this.#checkUndescribed(method.toLowerCase(), status, text, where);
    }
    if ((operation['responses'] as Node)[String(status)] === undefined)
      throw new Error(`${where}: the status is not described for ${String(operation['operationId'])}`);
    const { node, steps } = this.#resolve(['paths', path, verb, 'responses', String(status)]);
    const described = (node['headers'] as Node | undefined) ?? {};
    this.#checkNames(headers, described, where);
    for (const name of Object.keys(described)) {
      const header = this.#resolve([...steps, 'headers', name]);
      this.#checkHeader(header, headers[name.toLowerCase()], `${where}: the header ${name}`);
    }
    checkNoBody(response, where);
    const sent = { node, steps, text: method === 'HEAD' ? undefined : text };
    this.#checkContent(sent, headers['content-type'] ?? '', where);
  }

  #checkHeader({ node, steps }: Resolved, text: string | undefined, where: string): void {
    if (text === undefined && node['required'] === true) throw new Error(`${where} is missing`);
    if (text === undefined || node['schema'] === undefined) return;
    const { type } = this.#resolve([...steps, 'schema']).node;
    const isNumber = (type === 'integer' || type === 'number') && /^-?\d+(?:\.\d+)?$/.test(text);
    const value = isNumber ? Number(text) : type === 'boolean' ? parse(text, where) : text;
    this.#checkValue([...steps, 'schema'], value, where);
  }

  #checkContent({ node, steps, text }: Described, mediaType: string, where: string): void {
    const content = node['content'] as Node | undefined;
    if (!content && text) throw new Error(`${where}: a body where none is described`);
    if (!content) return;
    // Any file.
    if ('*/*' in content) {
      if (!/^[\w.+-]+\/[\w.+-]+$/.test(mediaType)) throw new Error(`${where}: "${mediaType}" is not a media type`);
      return;
    }
    if (!(mediaType in content)) throw new Error(`${where}: the media type "${mediaType}" is not described`);
    if (text !== undefined) this.#checkBody([...steps, 'content', mediaType, 'schema'], text, where);
  }

  /** Without an operation only the format of errors is described. */
  #checkUndescribed(verb: string, status: number, text: string | undefined, where: string): void {
    if (verb === 'options' || status === 302) return;
    if (![400, 404, 405, 414, 417, 429, 503].includes(status))
      throw new Error(`${where}: no operation is described there`);
    if (verb !== 'head') this.#checkError(text, where);
  }

  #checkError(text: string | undefined, where: string): void {
    if (text !== undefined) this.#checkBody(['components', 'schemas', 'ErrorResponse'], text, where);
  }

  #checkBody(steps: readonly string[], text: string, where: string): void {
    // Most bodies of a suite were sent before, byte for byte.
    const validate = this.#validator(steps);
    if (this.#shared.seen.has(validate, text)) return;
    this.#checkValue(steps, steps.some((step) => TEXTS.has(step)) ? text : parse(text, where), where);
    this.#shared.seen.add(validate, text);
  }

  #checkValue(steps: readonly string[], value: unknown, where: string): void {
    const validate = this.#validator(steps);
    if (validate(value)) return;
    const faults = (validate.errors ?? []).slice(0, 5).map((error) => `${error.instancePath} ${error.message}`);
    throw new Error(`${where}: not as described: ${faults.join('; ')}\n${JSON.stringify(value).slice(0, 500)}`);
  }
}

/**
 * @param shared validators of other descriptions, most of which have the same schemas
 * @param seeUnknown gets the names of headers to which neither HTTP nor the description gives a meaning; a proxy may have set them
 */
export const createDescriptionCheck = (
  document: Node,
  shared: SchemaValidators = createSchemaValidators(),
  seeUnknown?: SeeUnknown,
): DescriptionCheck => new ResponseCheck(document, shared, seeUnknown);
