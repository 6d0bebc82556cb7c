// Every page that the service has: each GET of the description, each form, each guide. It fits 390 and 1280 px, and axe finds
// nothing. The lists come from the routes, so that no new page is left out. Screenshots are stored in the folder that SCREENSHOTS names.
// Of pages that differ only in their words (of links, of the question before something is deleted, of the refusal of older paths)
// there is one of each kind, and all with ALL_PAGES=1.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_ROUTES } from '../../core/browser/browser-pages.ts';
import description from '../../generated/openapi.json' with { type: 'json' };
import contents from '../../openapi/docs/contents.json' with { type: 'json' };
import { openRawClient, type RawClient } from '../support/clients/raw-request.ts';
import { MAKE } from '../support/permissions/permission-resources.ts';
import { openTestService, PASSWORD, type ResourceData, type TestService } from '../support/service.ts';
import { openChromium } from './chromium.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];
const WIDTHS = [1280, 390];
/** Of one page, on a busy machine. */
const MINUTE = 60_000;

/** GETs that browsers get no page for: their response is a file or text. */
const NO_PAGES = [
  '/metrics',
  '/openapi.json',
  '/openapi.yaml',
  '/streams/download/{stream_id}',
  '/media/thumbs/{object_id}/{file_name}',
];

let test: TestService;
let raw: RawClient;
let browser: Browser;
/** Of an administrator. */
let page: Page;
/** Without a session. */
let anonymous: Page;
/** Of what `seed` made, by parameters of paths. */
let values: Record<string, string>;

beforeAll(async () => {
  browser = await openChromium();
  test = await openTestService();
  raw = await openRawClient(test);
  page = await browser.newPage();
  anonymous = await browser.newPage();
  values = await seed();
  await page.goto(`${raw.base}/html/sign-in?return=/home`);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Signed in as').waitFor();
});
afterAll(async () => {
  await browser.close();
  await raw.close();
  await test.close();
});

/** What each parameter of a path is filled with: a resource that is made. */
const MADE: Readonly<Record<string, string>> = {
  session_id: 'session',
  user_id: 'user',
  role_id: 'role',
  object_permission_id: 'permission',
  translation_id: 'translation',
  annotation_id: 'annotation',
  object_type_id: 'type',
  property_id: 'property',
  property_type_id: 'propertyType',
  relation_id: 'relation',
  category_id: 'category',
  tag_id: 'tag',
  application_id: 'application',
  endpoint_id: 'endpoint',
  endpoint_permission_id: 'endpointPermission',
  config_id: 'entry',
  auth_provider_id: 'provider',
  external_auth_id: 'account',
  async_job_id: 'job',
  webhook_delivery_id: 'delivery',
  webhook_id: 'webhook',
  stream_id: 'stream',
  own_config_id: 'appEntry',
  trashed: 'trashed',
};

async function seed(): Promise<Record<string, string>> {
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const uploaded = await test.admin.request('post', '/images/upload/teal.png', (request) =>
    request.set('Content-Type', 'image/png').send(picture),
  );
  const { id: image } = (uploaded.body as { data: ResourceData }).data;
  const { id: document } = await test.admin.create('/documents', {
    title: 'A harbour with a rather long name, which has to be broken on narrow screens',
    body: '<p>Boats come in at <b>noon</b>.</p>',
    status: 'on',
  });
  const made: Record<string, string> = { document, image };
  await test.admin.post(`/documents/${document}/relationships/poster`, { data: [{ type: 'images', id: image }] });
  const { id: folder } = await test.admin.create('/folders', { title: 'Harbours', status: 'on' });
  await test.admin.post(`/folders/${folder}/relationships/children`, { data: [{ type: 'documents', id: document }] });
  for (const [parameter, kind] of Object.entries(MADE)) made[parameter] = (await MAKE[kind]?.(test.admin)) ?? '';
  return { ...made, folder };
}

/** Its rules of WCAG A and AA and of best practice, and that fingers hit what they should, which is off by itself. */
const AXE = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
/** The inside of the reference is made by Swagger UI, and looked at by docs.browser.ts. */
const WITHIN = { exclude: ['.swagger-ui'] };

async function findings(address: string, status: number, { on: page }: { on: Page }): Promise<string[]> {
  const response = await page.goto(raw.base + address);
  const found: string[] = [];
  if (response?.headers()['content-type']?.startsWith('text/html') !== true) return [`${address}: no page`];
  if (response.status() !== status) found.push(`${address}: ${response.status()}`);
  // The reference is made by a script.
  await page.locator('main').first().waitFor();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (overflow > 0) found.push(`${address}: ${overflow} px too wide at ${width}`);
    if (SCREENSHOTS === undefined) continue;
    await mkdir(SCREENSHOTS, { recursive: true });
    const name = `${address.replaceAll(/[^a-z0-9]+/gi, '-')}-${width}.png`;
    await page.screenshot({ path: path.join(SCREENSHOTS, name), fullPage: true });
  }
  await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${JSON.stringify(WITHIN)}, ${JSON.stringify(AXE)})`);
  const shown = violations.map(({ id, nodes }) =>
    `${address}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`.slice(0, 400),
  );
  return [...found, ...shown];
}

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}

/** By the path's beginning, where an object of another kind is needed. The first that fits. */
const OTHERS: readonly [RegExp, Readonly<Record<string, string>>][] = [
  [/\/trash\//, { object_id: 'trashed' }],
  [/^(\/html\/\w+)?\/config\//, { config_id: 'own_config_id' }],
  [/\/media\/|\/streams$|\{object_type_name\}.*\/streams/, { object_id: 'image', object_type_name: 'images' }],
  [/\{object_id\}\/children/, { object_id: 'folder', child_id: 'document' }],
];
const FIXED: Readonly<Record<string, string>> = {
  object_type_name: 'documents',
  type_name: 'documents',
  relation_name: 'poster',
  version_number: '1',
};
/** What a path needs, without which there is no page of it. */
const QUERIES: Readonly<Record<string, string>> = {
  '/auth/explain': '?method=GET&path=/documents',
  '/media/thumbs': '?ids={image}',
  '/posters': '?id={document}',
};

/** The address of a page about things that exist. */
function filled(template: string): string {
  const [, other = {}] = OTHERS.find(([pattern]) => pattern.test(template)) ?? [];
  const names: Record<string, string> = {
    object_id: 'document',
    folder_id: 'folder',
    tree_path: 'folder',
    related_id: 'image',
    ...other,
  };
  return (template + (QUERIES[template] ?? '')).replaceAll(/\{(\w+)\}/g, (_all, parameter: string) => {
    const name = names[parameter] ?? parameter;
    return values[name] ?? FIXED[name] ?? name;
  });
}

const having = (...methods: string[]): string[] =>
  Object.entries(description.paths)
    .filter(([, operations]) => methods.every((method) => method in operations))
    .map(([template]) => template);

/** Of clients of BEdita, in an envelope of its own: a browser is told that there is no page. */
const LEGACY = /^\/objects\/\{object_id\}\/(?!\{|relationships\/)/;
/** Of no resource, or of one without fields to enter: there is no form. */
const WITHOUT_FORM: readonly string[] = [
  '/html/new/auth',
  '/html/new/auth/passkeys',
  '/html/new/auth/second_factor',
  '/html/new/objects',
  '/html/edit/streams/{stream_id}',
];

const isSingle = (template: string): boolean => template.endsWith('}') && template !== '/{object_type_name}';
const isLinks = (template: string): boolean => template.includes('/relationships/');
const targets = (method: string, fits: (template: string) => boolean): string[] =>
  having('get', method).filter((each) => !LEGACY.test(each) && fits(each));

/** The targets of each kind of form. */
const FORMS: Record<string, readonly string[]> = {
  new: targets('post', (each) => !isSingle(each) && !isLinks(each)),
  edit: [...targets('patch', (each) => isSingle(each) && !isLinks(each)), '/auth/user'],
  delete: targets('delete', (each) => isSingle(each) && !isLinks(each)),
  file: ['/images/{image}'],
  restore: ['/documents/{object_id}/versions/1'],
  relate: targets('patch', isLinks),
  account: [''],
};
const OPEN_FORMS = ['sign-in', 'sign-up', 'activate', 'forgot-password', 'new-password'].map((name) => `/html/${name}`);

/** Of pages that fit, only the first: they have one template, and no fields. */
const oneOf = (fits: (page: string) => boolean, pages: readonly string[]): string[] =>
  process.env['ALL_PAGES'] === '1' ? [...pages] : pages.filter((each) => !fits(each) || each === pages.find(fits));

const PAGES = oneOf(
  isLinks,
  oneOf((each) => LEGACY.test(each), having('get')).filter((each) => !NO_PAGES.includes(each)),
);
const FORM_PAGES = oneOf(
  (each) => each.startsWith('/html/delete/'),
  Object.entries(FORMS)
    .flatMap(([name, all]) => all.map((each) => `/html/${name}${each}`))
    .filter((each) => !WITHOUT_FORM.includes(each)),
);
const DOCS = ['guide', 'guide?q=filter', 'errors', 'clients'].map((name) => `/docs/${name}`);
const GUIDES = contents.flatMap(({ pages }) => pages.map((name) => `/docs/${name}`));

describe('nothing is wrong with', () => {
  const lookAt = async (template: string): Promise<void> =>
    expect(await findings(filled(template), LEGACY.test(template) ? 404 : 200, { on: page })).toEqual([]);
  describe('the page of', () => it.each(PAGES)('%s', lookAt, MINUTE));
  describe('the form', () => it.each(FORM_PAGES)('%s', lookAt, MINUTE));
  describe('the page', () => it.each(['/docs', ...DOCS, ...GUIDES])('%s', lookAt, MINUTE));
  describe('what all callers see at', () =>
    it.each([
      ['/home', 200],
      ['/documents', 200],
      ['/admin/config', 401],
      ...OPEN_FORMS.map((name) => [name, 200] as const),
    ] as const)(
      '%s',
      async (address, status) => expect(await findings(address, status, { on: anonymous })).toEqual([]),
      MINUTE,
    ));
});

it('every form is among them', () => {
  const names = Object.keys(FORMS).map((name) => `/html/${name}`);
  expect([...names, ...OPEN_FORMS].sort()).toEqual([...FORM_ROUTES].sort());
});
