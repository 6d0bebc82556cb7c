// The HTML of /docs and /docs/errors. The second is plain HTML, readable without scripts.
import { STATUS_CODES } from 'node:http';
import type { ExplainedError } from '../../error-guide.ts';
import { escape, page } from './html-page.ts';

/** start.js shows and hides the signed-in part. */
const signIn = (expiredTokenCode: string): string => `<section class="sign-in" aria-label="Signing in">
<form id="sign-in" data-expired="${escape(expiredTokenCode)}" hidden>
<p>Sign in to try requests as yourself.</p>
<label>User name <input name="username" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<label>API key <input name="api_key" autocomplete="off" placeholder="where one is needed"></label>
<button>Sign in</button>
</form>
<p id="signed-in" hidden>Signed in as <strong id="who"></strong>; every request that you try sends the token.
<button id="sign-out" type="button">Sign out</button></p>
<p id="sign-in-status" role="status"></p>
</section>
`;

/** @param expiredTokenCode the code of an expired token (D17) */
export const referencePage = (expiredTokenCode: string): string =>
  page('Colophon API reference', '', {
    head: '<link rel="stylesheet" href="docs/assets/swagger-ui.css">\n',
    body: `<a class="skip" href="#reference">To the operations</a>
<nav aria-label="Documents">
<a href="openapi.json">openapi.json</a>
<a href="openapi.yaml">openapi.yaml</a>
<a href="docs/guide">Guide</a>
<a href="docs/errors">Error codes</a>
<a href="docs/clients">Clients of BEdita</a>
</nav>
<header><h1>Colophon API reference</h1></header>
<noscript><p>The reference needs JavaScript. Without it there are the description itself, as
<a href="openapi.yaml">YAML</a> and <a href="openapi.json">JSON</a>, and the <a href="docs/errors">error codes</a>.</p></noscript>
${signIn(expiredTokenCode)}<div id="reference" tabindex="-1"></div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
`,
  });

const entry = ({ code, title, when, remedy }: ExplainedError): string => `<section id="${escape(code)}">
<h3><a href="#${escape(code)}"><code>${escape(code)}</code></a> ${escape(title)}</h3>
<p>${escape(when)}</p>
<p><strong>What to do:</strong> ${escape(remedy)}</p>
</section>
`;

/** @param errors by status; each has an anchor of its code */
export function errorsPage(errors: readonly ExplainedError[]): string {
  const statuses = [...new Set(errors.map(({ status }) => status))];
  const lists = statuses.map((status) => {
    const entries = errors.filter((error) => error.status === status).map(entry);
    return `<h2 id="status-${status}">${status} ${escape(STATUS_CODES[status] ?? '')}</h2>\n${entries.join('')}`;
  });
  const anchors = statuses.map((status) => `<a href="#status-${status}">${status}</a>`);
  return page('Colophon error codes', '../', {
    body: `<nav aria-label="Documents"><a href="../docs">API reference</a></nav>
<main class="errors">
<h1>Error codes</h1>
<p>Every error has one layout. <code>error</code> tells it in short; <code>errors</code> has an entry for each fault, with a
<code>code</code> for programs, a <code>detail</code> for people, and in <code>source</code> the place: a JSON
<code>pointer</code> into the body, a <code>parameter</code> or a <code>header</code>. Titles and codes stay as they are;
details are for reading and may change.</p>
<nav aria-label="Statuses">${anchors.join(' ')}</nav>
${lists.join('')}</main>
`,
  });
}
