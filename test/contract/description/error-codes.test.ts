import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ERROR_CODES, type ErrorCode } from '../../../core/errors.ts';
import { explainedErrors } from '../../../core/error-guide.ts';
import { errorsPage } from '../../../core/http/docs/pages.ts';
import { isNode, METHODS, nodeAt, type Node } from '../../../core/description/openapi-document.ts';
import { bundle } from '../../core/description/descriptions.ts';

const schemas = parse(readFileSync(new URL('../../../openapi/schemas/error.yaml', import.meta.url), 'utf8')) as {
  ErrorCode: { description: string; enum: string[] };
};

const rows = schemas.ErrorCode.description
  .trim()
  .split('\n')
  .slice(2)
  .map((row) => row.split('|').map((cell) => cell.trim()))
  .map(([, code, status, title]) => ({ code, status: Number(status), title }));

const operations = Object.values(nodeAt(bundle, 'paths'))
  .filter(isNode)
  .flatMap((item) => METHODS.map((method) => item[method]).filter(isNode));

const isError = (status: string): boolean => Number(status) >= 400;

describe('the table of error codes in the description (D27)', () => {
  it('is that of core/errors.ts, line by line', () => {
    expect(rows).toEqual(Object.entries(ERROR_CODES).map(([code, { status, title }]) => ({ code, status, title })));
  });

  it('has all values of the member code', () => {
    expect(schemas.ErrorCode.enum).toEqual(Object.keys(ERROR_CODES));
  });
});

describe('the page of error codes', () => {
  const page = errorsPage(explainedErrors('token_is_old', []));
  /** The sections by their anchors. */
  const sections = new Map(
    [...page.matchAll(/<section id="([^"]+)">([\s\S]*?)<\/section>/g)].map(([, id = '', text = '']) => [id, text]),
  );

  it('has a section for each code, with its title, when it happens and what to do', () => {
    const names = Object.keys(ERROR_CODES).map((code) => (code === 'expired_token' ? 'token_is_old' : code));
    expect([...sections.keys()].sort()).toEqual(names.sort());
    for (const [code, { title }] of Object.entries(ERROR_CODES)) {
      const text = sections.get(code === 'expired_token' ? 'token_is_old' : code) ?? '';
      expect(text).toContain(title);
      expect(text).toMatch(/<p>[A-Z][^<]{15,}\.<\/p>\s*<p><strong>What to do:<\/strong> [A-Z][^<]{10,}\.<\/p>/);
    }
  });

  it('puts each code below its status', () => {
    const parts = page.split('<h2 id="status-').slice(1);
    expect(parts.length).toBeGreaterThan(10);
    for (const [status, text] of parts.map((part) => [part.slice(0, 3), part] as const)) {
      const codes = [...text.matchAll(/<section id="([^"]+)">/g)].map(([, code = '']) => code);
      expect(codes.length).toBeGreaterThan(0);
      for (const code of codes) {
        const known = code === 'token_is_old' ? 'expired_token' : (code as ErrorCode);
        expect([code, ERROR_CODES[known].status]).toEqual([code, Number(status)]);
      }
    }
  });

  it('escapes the configured code of an expired token', () => {
    expect(errorsPage(explainedErrors('<b>', []))).not.toContain('<b>');
  });

  it("has the errors of a project's own code, and escapes their texts", () => {
    const taxed = {
      code: 'tax_due',
      status: 402,
      title: 'Tax <is> due',
      when: 'It was <not> paid.',
      remedy: 'Pay "it".',
    };
    const own = errorsPage(explainedErrors('expired', [{ code: 'plain', status: 451, title: 'No' }, taxed]));
    const statuses = [...own.matchAll(/<h2 id="status-(\d+)">([^<]*)</g)].map(([, status, text]) => [status, text]);
    expect(statuses.map(([status]) => Number(status))).toEqual(statuses.map(([status]) => Number(status)).sort());
    expect(statuses).toContainEqual(['402', '402 Payment Required']);
    expect(own).toContain('<code>tax_due</code></a> Tax &lt;is&gt; due');
    expect(own).toContain('<p>It was &lt;not&gt; paid.</p>\n<p><strong>What to do:</strong> Pay &quot;it&quot;.</p>');
    expect(own).toMatch(/<section id="plain">[^]*No<\/h3>\n<p>A rule of this project's own code does not allow it/);
  });
});

describe('the statuses of errors', () => {
  const described = new Set(
    operations.flatMap((operation) => Object.keys(nodeAt(operation, 'responses'))).filter(isError),
  );
  // These responses are sent before the operation of the request is known.
  const beforeAnyOperation = ['414', '417'];

  it('are each described by an operation', () => {
    const statuses = new Set(Object.values(ERROR_CODES).map(({ status }) => String(status)));
    expect([...described, ...beforeAnyOperation].sort()).toEqual([...statuses].sort());
  });

  it('have one schema everywhere, except in responses with the state of the service', () => {
    const others = operations.flatMap((operation) =>
      Object.entries(nodeAt(operation, 'responses'))
        .filter(([status]) => isError(status))
        .filter(([, response]) => !isNode(response) || response['$ref'] === undefined)
        .map(([status]) => `${String(operation['operationId'])} ${status}`),
    );
    expect(others).toEqual(['getStatus 503', 'getReady 503']);
    // But for those that are files.
    const shared = Object.entries(nodeAt(bundle, 'components', 'responses'))
      .filter(([name]) => name !== 'File' && name !== 'Part')
      .map(([, response]) => response)
      .filter(isNode);
    for (const response of shared.filter((each) => each['content'] !== undefined)) {
      for (const content of Object.values(nodeAt(response, 'content'))) {
        expect(nodeAt(content as Node, 'schema')).toEqual({ $ref: '#/components/schemas/ErrorResponse' });
      }
    }
  });
});

describe('the examples of errors', () => {
  const examples = Object.entries(nodeAt(bundle, 'components', 'responses'))
    .flatMap(([, response]) => Object.values(nodeAt(response as Node, 'content')))
    .flatMap((content) => Object.values(nodeAt(content as Node, 'examples')))
    .map((example) => nodeAt(example as Node, 'value') as unknown as { error: Node; errors: Node[] });

  it('exist', () => {
    expect(examples.length).toBeGreaterThan(10);
  });

  it('use codes with the status and title of the table', () => {
    for (const { error, errors } of examples) {
      for (const each of [error, ...errors]) {
        const { status, title } = ERROR_CODES[each['code'] as ErrorCode];
        expect(each).toMatchObject({ status: String(status), title });
      }
    }
  });
});
