// Whether each example of a description is valid by its schema. Sends no request.
import type { OpenApiDocument } from '../../core/description/openapi-document.ts';
import { createDescriptionCheck } from './description-check.ts';
import { operationsOf, requestExamples, responseExamples } from './operations.ts';
import type { Report } from './report/report.ts';

/** One of each that responses may require. */
const HEADERS = {
  etag: '"1"',
  vary: 'Accept',
  location: 'http://localhost',
  'retry-after': '1',
  'cache-control': 'no-store',
  'content-range': 'bytes */1',
};

export function checkDescribedExamples(document: OpenApiDocument, report: Pick<Report, 'pass' | 'fail'>): void {
  const check = createDescriptionCheck(document);
  for (const operation of operationsOf(document)) {
    const { operationId, method, path } = operation;
    const attempt = (title: string, act: () => void): void => {
      try {
        act();
        report.pass('examples', operationId);
      } catch (error) {
        report.fail('examples', operationId, { title, detail: (error as Error).message });
      }
    };
    for (const { status, mediaType, name, value } of responseExamples(operation)) {
      const url = path.replaceAll(/\{[^}]+\}/g, '1');
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const headers = { ...HEADERS, 'content-type': mediaType };
      attempt(`the example ${name} of ${status}`, () => check.check({ method, url, status, headers, text }));
    }
    for (const { mediaType, name, value } of requestExamples(operation))
      attempt(`the example ${name} of the request`, () => check.checkRequest({ method, path, mediaType, value }));
  }
}
