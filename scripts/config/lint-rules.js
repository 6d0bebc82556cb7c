// Rules of lint of this project, for oxlint (scripts/config/oxlint.json).
import { readFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(new URL(`../../generated/${file}`, import.meta.url), 'utf8'));
const METHODS = new Set(['get', 'put', 'post', 'patch', 'delete']);

const operations = Object.values(read('openapi.json').paths).flatMap((item) =>
  Object.entries(item).flatMap(([method, operation]) => (METHODS.has(method) ? [operation] : [])),
);
/** Values of facts may have the same names: `signIn`. */
const factValues = new Set(JSON.stringify(read('operation-facts.json')).match(/\w+/g));
const ids = new Set(operations.map(({ operationId }) => operationId).filter((id) => !factValues.has(id)));
const types = new Set(read('shipped.json').object_types.map(({ name }) => name));
/** First segments that name no resource, so that a list with one is a list of endpoints. */
const endpoints = new Set(Object.keys(read('endpoints.json').named));
const onlyPaths = new Set(['admin', 'auth', 'bulk', 'home', 'me', 'media', 'metrics', 'signup', 'trash']);

const textOf = (node) => (node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined);
const isPath = (text) => /^\/[a-z_]+(?:\/|$)/.test(text ?? '') && endpoints.has(text.split('/')[1]);
/** A regular expression that begins with a path. */
const isPathPattern = (node) =>
  node?.regex !== undefined &&
  [...endpoints].some((name) => new RegExp(`^\\^(?:\\(\\?:)?\\\\?/(?:\\(\\?:)?${name}\\b`).test(node.regex.pattern));

/** Forbids to decide by lists of operations or paths: how an operation is treated stands in its description (D880). */
const operationTables = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      id: '"{{text}}" is an operation: state a fact in its description instead (openapi/operation-facts.yaml).',
      path: '"{{text}}" is a path: state a fact of its operations or endpoint instead (openapi/operation-facts.yaml).',
    },
  },
  create(context) {
    const report = (node, messageId) =>
      context.report({ node, messageId, data: { text: textOf(node) ?? node.raw ?? 'a list' } });
    const checkPath = (node) => {
      if (isPath(textOf(node)) || isPathPattern(node)) report(node, 'path');
    };
    return {
      Literal(node) {
        if (ids.has(node.value) && node.parent.type !== 'TSLiteralType') report(node, 'id');
        if (isPathPattern(node)) report(node, 'path');
      },
      BinaryExpression({ left, right }) {
        for (const each of [left, right]) if (textOf(each) !== undefined) checkPath(each);
      },
      SwitchCase: ({ test }) => checkPath(test),
      'CallExpression[callee.property.name=/^(?:startsWith|endsWith|includes)$/]': (node) =>
        checkPath(node.arguments[0]),
      ArrayExpression(node) {
        const texts = node.elements.map(textOf);
        if (texts.length > 1 && texts.every(isPath)) return report(node, 'path');
        const isOfEndpoints = texts.length > 1 && texts.every((text) => endpoints.has(text));
        if (isOfEndpoints && texts.some((text) => onlyPaths.has(text) && !types.has(text))) report(node, 'path');
      },
      'NewExpression[callee.name=/^(?:Set|Map)$/] > ArrayExpression > ArrayExpression': (node) => {
        checkPath(node.elements[0]);
      },
    };
  },
};

/** `mkdir` with `recursive` may never return. */
const ownFolders = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { recursive: 'It may never return: makeFolder (core/disk/make-folder.ts).' },
  },
  create: (context) => ({
    'CallExpression[callee.name=/^mkdir(Sync)?$/] Property[key.name="recursive"]': (node) =>
      context.report({ node, messageId: 'recursive' }),
  }),
};

/** Only collections of the store raise the versions by which kept responses are checked (D910). */
const storeCollections = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      past: 'Only collections of the store raise the versions by which kept responses are checked (D910): add it to Store.',
    },
  },
  create: (context) => ({
    'CallExpression[callee.property.name="collection"]:matches([callee.object.name="db"], [callee.object.property.name="db"])':
      (node) => context.report({ node, messageId: 'past' }),
  }),
};

export default {
  meta: { name: 'colophon' },
  rules: { 'operation-tables': operationTables, 'own-folders': ownFolders, 'store-collections': storeCollections },
};
