// /docs: the live description as a reference page, served from an installed package; nothing comes from other hosts (D39).
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, static as serveStatic, type Response } from 'express';

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

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Colophon API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
</head>
<body>
<noscript>This page needs JavaScript. The description itself is at <a href="openapi.json">openapi.json</a> and <a href="openapi.yaml">openapi.yaml</a>.</noscript>
<div id="reference"></div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const START = `window.SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

function send(response: Response, type: string, body: string): void {
  response
    .status(200)
    .set({
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-cache',
    })
    .end(body);
}

export function docsPage(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/docs/', (_request, response) => response.redirect('../docs'));
  router.get('/docs', (_request, response) => send(response, 'text/html', PAGE));
  router.get('/docs/start.js', (_request, response) => send(response, 'text/javascript', START));
  // Resolved, not imported: importing the package would load all of the page's own script.
  const folder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  const assets = serveStatic(folder, { index: false, maxAge: '1d', redirect: false });
  router.use('/docs/assets', (request, response, next) => {
    if (/\.(?:css|js|png)$/.test(request.path)) assets(request, response, next);
    else next();
  });
  return router;
}
