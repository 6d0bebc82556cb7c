// /docs: the live description as a reference page; nothing is loaded from other hosts (D39, D332).
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, static as serveStatic, type Response } from 'express';
import type { ExplainedError } from '../../error-guide.ts';
import type { Cost } from '../limits/request-cost.ts';
import { clientsPage } from './clients-page.ts';
import { createGuide } from './guide.ts';
import { errorsPage, referencePage } from './pages.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The page's own script sets style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const fileBeside = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The guide has a search form. */
const GUIDE_POLICY = POLICY.replace("form-action 'none'", "form-action 'self'");

function send(response: Response, type: string, body: string, policy = POLICY): void {
  response
    .status(200)
    .set({
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    })
    .end(body);
}

const searchIn = (url: string): string | undefined => new URL(url, 'http://guide').searchParams.get('q') ?? undefined;

/** The cost of a request below /docs. */
export function costOfDocs(url: string): Cost {
  if (/^\/docs\/assets\//.test(url)) return 'download';
  return searchIn(url) === undefined ? 'cheap' : 'expensive';
}

/** Below /docs. @param expiredTokenCode the code of an expired token (D17) @param errors all errors of the service */
export function docsPage(expiredTokenCode: string, errors: readonly ExplainedError[]): Router {
  const router = Router({ caseSensitive: true, strict: true });
  // Here /docs is the same path.
  router.get('/', ({ originalUrl }, response, next) => {
    if (/\/docs\/(?:\?|$)/.test(originalUrl)) response.redirect('../docs');
    else next();
  });
  const own: [path: string, type: string, body: string][] = [
    ['/', 'text/html', referencePage(expiredTokenCode)],
    ['/errors', 'text/html', errorsPage(errors)],
    ['/clients', 'text/html', clientsPage()],
    ['/start.js', 'text/javascript', fileBeside('start.js')],
    ['/docs.css', 'text/css', fileBeside('docs.css')],
  ];
  for (const [path, type, body] of own) router.get(path, (_request, response) => send(response, type, body));
  // Read at the first request, and cached.
  let read: ReturnType<typeof createGuide> | undefined;
  const guide = () => (read ??= createGuide());
  router.get('/guide', async ({ url }, response) => {
    send(response, 'text/html', (await guide()).contents(searchIn(url)), GUIDE_POLICY);
  });
  router.get('/:page', async ({ params }, response, next) => {
    const html = (await guide()).page(params.page);
    if (html === undefined) next();
    else send(response, 'text/html', html, GUIDE_POLICY);
  });
  // Resolved, not imported: an import of the package would load all scripts of the page.
  const folder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  const assets = serveStatic(folder, { index: false, maxAge: '1d', redirect: false });
  router.use('/assets', (request, response, next) => {
    if (/\.(?:css|js|png)$/.test(request.path)) assets(request, response, next);
    else next();
  });
  return router;
}
