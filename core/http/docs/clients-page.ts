// /docs/clients: information for authors of clients of BEdita. Plain HTML, made at the start (D437).
import { escape, page } from './html-page.ts';

/** With paragraphs, in which text between backticks is code. */
const TOPICS = [
  {
    id: 'api-key',
    title: 'API key',
    text: [
      'An application sends its key in the header `X-Api-Key`, or as `api_key` in the query. An empty header is no key: the PHP SDK always sends one. A key that no application has is 403.',
      'Keys are made at `/admin/applications`. Whether requests without one are allowed is a setting of each service.',
    ],
  },
  {
    id: 'tokens',
    title: 'Signing in and expired tokens',
    text: [
      'POST `/auth` takes `username` and `password` as JSON and answers `meta.jwt` and `meta.renew`. POST `/auth` with the renewal token as Bearer answers new ones.',
      'An expired access token is 401 with the code `expired_token`. The PHP SDK renews its token only when the code is `be_token_expired`: start the service with `EXPIRED_TOKEN_CODE=be_token_expired`.',
    ],
  },
  {
    id: 'users',
    title: 'Users',
    text: [
      'POST `/users` needs `username`, `password` and `uname`; without `uname` it is 400. A user who signs up at `/signup` gets one from the user name.',
      '`/users` is read by administrators and editors; other users see themselves. Without a sign-in it is 401. Rules are changed at `/admin/endpoint_permissions`.',
    ],
  },
  {
    id: 'parameters',
    title: 'Query parameters',
    text: [
      '`limit` is another name of `page_size`. A size above the maximum is capped, and `meta.pagination.page_size` says to what; on the legacy side it is 400.',
      '`saved_by_refs=1` includes who created and who last changed an object. `/history` takes `include=user` and operators on `id`. `/media/thumbs` takes `page_size`.',
      '`lang=en_EN` is `en`: the region is ignored. All other unknown parameters are 400, and the error names them.',
    ],
  },
  {
    id: 'bodies',
    title: 'Bodies',
    text: [
      'Bodies are taken as `application/json` and as `application/vnd.api+json`.',
      'PHP writes an empty object as `[]`: it is taken as `{}` for attributes, relationships, meta, params and translated fields, and as null where a relationship leads to one resource.',
      'Text is taken for numbers and booleans (`"5"`, `"true"`, `"1"`, `"0"`), and `""` as null where null may be. Answers have the described types: objects, numbers, booleans and null.',
    ],
  },
  {
    id: 'errors',
    title: 'Errors',
    text: [
      'The members of `error` come in the order `status`, `title`, `code`, `detail`. The PHP SDK makes its message of them by position. `errors` lists each fault with its place.',
    ],
  },
  {
    id: 'differences',
    title: 'What differs on purpose',
    text: [
      'Nothing is ignored in silence: unknown parameters, filters and relationships are 400 with the place.',
      '`include` takes paths of up to three names, `sort` several fields.',
      'DELETE of a translation or an annotation moves it to the trash. Objects that the caller may not see are 404 and absent from lists and counts.',
      'Ids of changes in `/history` are not numbers. They grow with time, so that `filter[id][gt]` lists new changes.',
      'Legacy: empty maps are `{}`, an empty list is `{"objects": []}` with `paging`; `valid` says whether an object is on and its publication dates hold; geo tags have no id, and `gmaps_lookats` is the point alone.',
      'Legacy: `/objects/{id}` and `/objects/{id}/relations` refuse parameters that have no effect there. `name` of media is a slug, `original_name` what was sent.',
    ],
  },
];

/** Escaped, with code between backticks. */
const marked = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const section = ({ id, title, text }: (typeof TOPICS)[number]): string => `<section id="${id}">
<h2><a href="#${id}">${escape(title)}</a></h2>
${text.map((paragraph) => `<p>${marked(paragraph)}</p>\n`).join('')}</section>
`;

export function clientsPage(): string {
  const anchors = TOPICS.map(({ id, title }) => `<a href="#${id}">${escape(title)}</a>`);
  return page('Clients of BEdita', '../', {
    body: `<nav aria-label="Documents"><a href="../docs">API reference</a> <a href="errors">Error codes</a></nav>
<main class="errors">
<h1>Clients of BEdita</h1>
<p>Clients of BEdita, such as its PHP SDK, its Manager and <code>beapi.js</code>, work here. This page says what to set up and what
is different.</p>
<nav aria-label="Topics">${anchors.join(' ')}</nav>
${TOPICS.map(section).join('')}</main>
`,
  });
}
