// Checks responses against the description: the operation, the status, the media type, the headers, the body. It checks
// every response in tests and in `npm run contract`, so that errors of the description are found.
import type { ValidateFunction } from 'ajv';
import { createSchemaValidators, isNode, type Node, type SchemaValidators } from './schema-validators.ts';

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

export interface DescriptionCheck {
  /** @throws Error with the difference of the response from the description */
  check(response: SeenResponse): void;
  /** @throws Error with the difference of the request body from the description */
  checkRequest(request: { method: string; path: string; mediaType: string; value: unknown }): void;
  /** Published path of a URL; literal segments take precedence. */
  pathOf(url: string, verb?: string): string | undefined;
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^/]+')
      // The one parameter that takes several segments (core/http/routing/routing-table.ts).
      .replace(/(\/trees\/)\[\^\/]\+$/, '$1.+')}/?$`,
  );

/**
 * @param shared validators of other descriptions, most of which have the same schemas
 * @param seeUnknown gets the names of headers to which neither HTTP nor the description gives a meaning; a proxy may have set them
 */
export function createDescriptionCheck(
  document: Node,
  shared: SchemaValidators = createSchemaValidators(),
  seeUnknown?: (names: string[], where: string) => void,
): DescriptionCheck {
  const paths = document['paths'] as Record<string, Node>;
  const at = (steps: readonly string[]): unknown =>
    steps.reduce<unknown>((node, step) => (isNode(node) ? node[step] : undefined), document);
  const validatorOf = shared.of(at(['components', 'schemas']) as Node);
  const validators = new Map<string, ValidateFunction>();
  const anywhere = new Set(Object.keys((at(['x-response-headers']) ?? {}) as Node).map((name) => name.toLowerCase()));
  const ordered = Object.keys(paths).sort((a, b) => (a.match(/\{/g)?.length ?? 0) - (b.match(/\{/g)?.length ?? 0));
  const patterns = ordered.map((path) => ({ path, pattern: patternOf(path) }));

  const pathOf = (url: string, verb = 'get'): string | undefined => {
    const path = url.split('?')[0] ?? '';
    // Its method beside those of the objects of type files (core/http/routing/routing-table.ts).
    const isUpload = verb === 'post' && /^\/files\/(?!upload\/)[^/]+\/[^/]+\/?$/.test(path);
    if (isUpload) return '/files/{object_type}/{file_name}';
    return patterns.find(({ pattern }) => pattern.test(path))?.path;
  };

  function validator(steps: readonly string[]): ValidateFunction {
    const pointer = steps.join('\n');
    let found = validators.get(pointer);
    if (!found) {
      found = validatorOf(at(steps));
      validators.set(pointer, found);
    }
    return found;
  }

  function resolve(steps: readonly string[]): Resolved {
    const node = at(steps) as Node;
    const reference = node?.['$ref'];
    return typeof reference === 'string'
      ? {
          node: at(reference.slice(2).split('/')) as Node,
          steps: reference.slice(2).split('/'),
        }
      : { node, steps };
  }

  return {
    pathOf,
    checkRequest({ method, path, mediaType, value }) {
      const { steps } = resolve(['paths', path, method.toLowerCase(), 'requestBody']);
      checkValue([...steps, 'content', mediaType, 'schema'], value, `the body of ${method} ${path}`);
    },
    check(response) {
      if (isBrowserRoute(response.url) && isBrowserResponse(response)) return;
      if (isPage(response)) checkPage(response);
      else checkAnswer(response);
    },
  };

  /** @param described headers of the response in the description, or none */
  function checkNames(headers: SeenResponse['headers'], described: Node, where: string): void {
    const names = Object.keys(described).map((name) => name.toLowerCase());
    const unknown = Object.keys(headers).filter(
      (name) => !anywhere.has(name) && !GENERAL_HEADER.test(name) && !names.includes(name),
    );
    if (unknown.length > 0) seeUnknown?.(unknown, where);
  }

  /** The status is that of the operation; the content of a page is not described (D321). */
  function checkPage({ url, status }: SeenResponse): void {
    const responses = (paths[pathOf(url) ?? '']?.['get'] as Node | undefined)?.['responses'];
    if (isNode(responses) && !(String(status) in responses)) {
      throw new Error(`GET ${url} -> ${status}: the status is not described`);
    }
  }

  function checkAnswer(response: SeenResponse): void {
    const { method, url, status, headers, text } = response;
    const verb = method.toLowerCase() === 'head' ? 'get' : method.toLowerCase();
    const path = pathOf(url, verb);
    const operation = path ? (paths[path]?.[verb] as Node | undefined) : undefined;
    const where = `${method} ${url} -> ${status}`;
    if (!path || !operation) {
      checkNames(headers, {}, where);
      if (isRefusedUpload(method, url) && [401, 403].includes(status)) return checkError(text, where);
      return checkUndescribed(method.toLowerCase(), status, text, where);
    }
    if ((operation['responses'] as Node)[String(status)] === undefined)
      throw new Error(`${where}: the status is not described for ${String(operation['operationId'])}`);
    const { node, steps } = resolve(['paths', path, verb, 'responses', String(status)]);
    const described = (node['headers'] as Node | undefined) ?? {};
    checkNames(headers, described, where);
    for (const name of Object.keys(described)) {
      checkHeader(resolve([...steps, 'headers', name]), headers[name.toLowerCase()], `${where}: the header ${name}`);
    }
    checkNoBody(response, where);
    checkContent({ node, steps, text: method === 'HEAD' ? undefined : text }, headers['content-type'] ?? '', where);
  }

  function checkHeader({ node, steps }: Resolved, text: string | undefined, where: string): void {
    if (text === undefined && node['required'] === true) throw new Error(`${where} is missing`);
    if (text === undefined || node['schema'] === undefined) return;
    const { type } = resolve([...steps, 'schema']).node;
    const isNumber = (type === 'integer' || type === 'number') && /^-?\d+(?:\.\d+)?$/.test(text);
    const value = isNumber ? Number(text) : type === 'boolean' ? parse(text, where) : text;
    checkValue([...steps, 'schema'], value, where);
  }

  /** Clients never see a body of these: the headers tell (RFC 9110, 8.6, 15.3.5). */
  function checkNoBody({ status, headers }: Pick<SeenResponse, 'status' | 'headers'>, where: string): void {
    if (status !== 204 && status !== 304) return;
    const unexpected = ['content-type', 'content-length', 'transfer-encoding'].find(
      (name) => headers[name] !== undefined,
    );
    if (unexpected !== undefined) throw new Error(`${where}: ${unexpected} of a missing body`);
  }

  interface Described {
    node: Node;
    steps: readonly string[];
    /** Undefined for HEAD, which has none, and when it is not known. */
    text: string | undefined;
  }

  function checkContent({ node, steps, text }: Described, mediaType: string, where: string): void {
    const content = node['content'] as Node | undefined;
    if (!content && text) throw new Error(`${where}: a body where none is described`);
    if (!content) return;
    // Any file.
    if ('*/*' in content) {
      if (!/^[\w.+-]+\/[\w.+-]+$/.test(mediaType)) throw new Error(`${where}: "${mediaType}" is not a media type`);
      return;
    }
    if (!(mediaType in content)) throw new Error(`${where}: the media type "${mediaType}" is not described`);
    if (text !== undefined) checkBody([...steps, 'content', mediaType, 'schema'], text, where);
  }

  /** Without an operation only the format of errors is described. */
  function checkUndescribed(verb: string, status: number, text: string | undefined, where: string): void {
    if (verb === 'options' || status === 302) return;
    if (![400, 404, 405, 414, 417, 429, 503].includes(status))
      throw new Error(`${where}: no operation is described there`);
    if (verb !== 'head') checkError(text, where);
  }

  function checkError(text: string | undefined, where: string): void {
    if (text !== undefined) checkBody(['components', 'schemas', 'ErrorResponse'], text, where);
  }

  function checkBody(steps: readonly string[], text: string, where: string): void {
    // Most bodies of a suite were sent before, byte for byte.
    const validate = validator(steps);
    if (shared.seen.has(validate, text)) return;
    checkValue(steps, steps.some((step) => TEXTS.has(step)) ? text : parse(text, where), where);
    shared.seen.add(validate, text);
  }

  function parse(text: string, where: string): unknown {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new Error(`${where}: the body is not JSON\n${text.slice(0, 500)}`);
    }
  }

  function checkValue(steps: readonly string[], value: unknown, where: string): void {
    const validate = validator(steps);
    if (validate(value)) return;
    const faults = (validate.errors ?? []).slice(0, 5).map((error) => `${error.instancePath} ${error.message}`);
    throw new Error(`${where}: not as described: ${faults.join('; ')}\n${JSON.stringify(value).slice(0, 500)}`);
  }
}
