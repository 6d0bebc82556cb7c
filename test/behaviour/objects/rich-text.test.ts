// Rich text that is sanitized when it is written (D631).
import { beforeAll, describe, expect, it } from 'vitest';
import { openHtmlSanitizer, type HtmlSanitizer } from '../../../core/model/html-sanitizer.ts';
import { openTestService, serviceForTests } from '../../support/service.ts';

const HOSTILE = '<p onclick="run()">Text<script>run()</script><img src="x.png" onerror="run()"></p>';
const HARMLESS = '<p>Text<img src="x.png" /></p>';

const t = serviceForTests({ env: { RICH_TEXT: 'sanitized' } });

const attributesOf = (resource: unknown) => (resource as { attributes: Record<string, unknown> }).attributes;

describe('rich text', () => {
  it('is sanitized when an object is created and changed, and the response shows it', async () => {
    const made = await t.admin.create('/documents', { title: HOSTILE, body: HOSTILE, description: 'Q & A' });
    expect(attributesOf(made)).toMatchObject({ title: HARMLESS, body: HARMLESS, description: 'Q & A' });
    const attributes = { description: HOSTILE };
    const data = { type: 'documents', id: made.id, attributes };
    const changed = await t.admin.patch(`/documents/${made.id}`, { data });
    expect(attributesOf(changed.body.data)).toMatchObject({ description: HARMLESS });
  });

  it('is compared with the stored value: the same text again writes nothing', async () => {
    const { id } = await t.admin.create('/documents', { title: 'a title', body: HOSTILE });
    const etag = async () => (await t.admin.get(`/documents/${id}`)).headers['etag'];
    const before = await etag();
    await t.admin.patch(`/documents/${id}`, { data: { type: 'documents', id, attributes: { body: HOSTILE } } });
    expect(await etag()).toBe(before);
  });

  it('is sanitized in translations', async () => {
    const { id } = await t.admin.create('/documents', { title: 'a title' });
    const attributes = { lang: 'it', status: 'on', object_id: Number(id), translated_fields: { title: HOSTILE } };
    const response = await t.admin.post('/translations', { data: { type: 'translations', attributes } });
    expect(attributesOf(response.body.data)['translated_fields']).toMatchObject({ title: HARMLESS });
  });

  it('is sanitized in custom properties of that type, but not in other text', async () => {
    const type = { name: 'rich', params: { type: 'string', contentMediaType: 'text/html' } };
    await t.admin.create('/model/property_types', type);
    for (const [name, property_type_name] of Object.entries({ formatted: 'rich', source: 'string' })) {
      await t.admin.create('/model/properties', { name, property_type_name, object_type_name: 'documents' });
    }
    const made = await t.admin.create('/documents', { title: 'a title', formatted: HOSTILE, source: HOSTILE });
    expect(attributesOf(made)).toMatchObject({ formatted: HARMLESS, source: HOSTILE });
  });

  it('is stored unchanged by default', async () => {
    const other = await openTestService();
    try {
      const made = await other.admin.create('/documents', { title: HOSTILE });
      expect(attributesOf(made)['title']).toBe(HOSTILE);
    } finally {
      await other.close();
    }
  });
});

describe('the sanitizer', () => {
  let sanitize: HtmlSanitizer;
  beforeAll(async () => {
    sanitize = await openHtmlSanitizer();
  });
  const type = {
    attribute: new Map([
      ['body', { kind: 'string', schema: { type: 'string', contentMediaType: 'text/html' } } as never],
    ]),
  };
  const clean = (body: string): string => {
    const values: Record<string, unknown> = { body };
    sanitize(type, values);
    return values['body'] as string;
  };

  it.each([
    '<svg onload=run()>',
    '<a href="javascript:run()">a</a>',
    '<a href=" java\nscript:run()">a</a>',
    '<a href="&#106;avascript:run()">a</a>',
    '<a href="data:text/html,<script>run()</script>">a</a>',
    '<img src=x onerror=run()>',
    '<img src="x" srcset="javascript:run() 1x">',
    '<iframe src="https://example.org"></iframe>',
    '<iframe srcdoc="<script>run()</script>"></iframe>',
    '<object data="run.swf"></object>',
    '<form action="https://example.org"><button formaction="javascript:run()">a</button></form>',
    '<p style="background:url(javascript:run())">a</p>',
    '<style>@import "javascript:run()"</style>',
    '<math><mtext><table><mglyph><style><img src onerror=run()></style></table></mtext></math>',
    '<noscript><p title="</noscript><img src=x onerror=run()>"></noscript>',
    '<scr<script>ipt>run()</scr</script>ipt>',
    '<p id="cookie"><a name="location">a</a></p>',
    '<base href="https://example.org/">',
    '<meta http-equiv="refresh" content="0;url=javascript:run()">',
    '<!--><img src=x onerror=run()>-->',
    '<video poster="javascript:run()"></video>',
    '<p/onmouseover=run()//',
  ])('removes active content from %s', (hostile) => {
    // Values in quotes have no effect, except addresses.
    const text = clean(hostile).replace(/"(?!\s*(?:javascript|data):)[^"]*"/gi, '""');
    const tags = text.match(/<[^>]*>/g) ?? [];
    const found = tags.filter((tag) =>
      /\bon\w+\s*=|script|<(?:svg|math|iframe|object|form|button|style|base|meta)|data:|\s(?:style|id|name)=/i.test(
        tag,
      ),
    );
    expect(found).toEqual([]);
    expect(clean(clean(hostile))).toBe(clean(hostile));
  });

  it('keeps the HTML of editors', () => {
    const text =
      '<h2 class="big">Title</h2><p>A <strong>text</strong> with <a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noopener">a link</a>, ' +
      '<a href="/documents/1">one here</a><br /><img src="https://example.org/a.png" alt="A" width="10" /></p>' +
      '<table><tbody><tr><th scope="row">a</th><td colspan="2">b</td></tr></tbody></table><ul><li>c</li></ul>';
    expect(clean(text)).toBe(text);
  });
});
