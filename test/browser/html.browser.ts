// The pages in a real browser (D321 to D324), without anything forbidden: no script, no other host, no violation of its
// policy, no finding of axe. The one script of forms is that of rich text and uploads (D968). Screenshots are stored in the folder that SCREENSHOTS names.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../support/clients/raw-request.ts';
import { openTestService, PASSWORD, type ResourceData, type TestService } from '../support/service.ts';
import { openChromium } from './chromium.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];

let test: TestService;
let raw: RawClient;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Forbidden events: violations of the policy, requests to other hosts, scripts. */
let faults: string[] = [];
let documentId: string;
let imageId: string;

beforeAll(async () => {
  browser = await openChromium();
  test = await openTestService();
  raw = await openRawClient(test);
  const content = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const uploaded = await test.admin.request('post', '/images/upload/teal.png', (request) =>
    request.set('Content-Type', 'image/png').send(content),
  );
  const image = (uploaded.body as { data: ResourceData }).data;
  imageId = image.id;
  const shown = { data: { type: 'images', id: image.id, attributes: { status: 'on', title: 'Teal' } } };
  await test.admin.patch(`/images/${image.id}`, shown);
  await test.admin.create('/model/object_types', { name: 'recipes', singular: 'recipe', associations: [] });
  await test.admin.create('/model/property_types', { name: 'code', params: { type: 'string', pattern: '^[A-Z]{2}$' } });
  const property = (name: string, type: string): Promise<ResourceData> =>
    test.admin.create('/model/properties', { name, property_type_name: type, object_type_name: 'recipes' });
  await property('servings', 'integer');
  await property('code', 'code');
  for (let number = 1; number <= 25; number++) {
    const title = `Recipe ${String(number).padStart(2, '0')}`;
    const body = '<p>Stir. <script>document.title = "broken"</script></p>';
    await test.admin.create('/recipes', { title, servings: (number * 7) % 25, status: 'on', body });
  }
  const made = await test.admin.create('/documents', { title: 'Illustrated', status: 'on' });
  documentId = made.id;
  const data = [{ type: 'images', id: image.id }];
  await test.admin.post(`/documents/${documentId}/relationships/poster`, { data });
});
afterAll(async () => {
  await browser.close();
  await raw.close();
  await test.close();
});

async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  faults = [];
  context = await browser.newContext(options);
  page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(`${raw.base}/`) && !request.url().startsWith('data:')) faults.push(request.url());
    const isEditor = request.url().startsWith(`${raw.base}/html/editor-`);
    if (request.resourceType() === 'script' && !isEditor) faults.push(`script ${request.url()}`);
  });
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused/i.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
}
beforeEach(() => open());
afterEach(async () => {
  expect(faults).toEqual([]);
  await context.close();
});

const go = (to: string): ReturnType<Page['goto']> => page.goto(raw.base + to);
const heading = (): Promise<string> => page.locator('h1').innerText();

async function signIn(): Promise<void> {
  await go('/html/sign-in?return=/home');
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Signed in as').waitFor();
}

async function shoot(name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** A recipe from its creation to its removal, from the user's view. */
async function wholeWay(): Promise<void> {
  await signIn();
  expect(await heading()).toBe('Home');
  await page.getByRole('main').getByRole('link', { name: 'Recipes', exact: true }).click();
  await page.getByText('Recipes: 1 to 20 of 25').waitFor();
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await page.getByText('Page 2 of 2').waitFor();
  expect(await page.locator('tbody tr').count()).toBe(5);

  await page.getByRole('link', { name: 'Servings' }).click();
  await page.locator('th[aria-sort=ascending]').waitFor();
  await page.getByRole('link', { name: 'Servings' }).click();
  await page.locator('th[aria-sort=descending]').waitFor();
  expect(await page.locator('tbody th').first().innerText()).toBe('Recipe 07');

  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Field', { exact: true }).selectOption('servings');
  await page.getByLabel('Operator').selectOption('gte');
  await page.getByLabel('Value').fill('20');
  await page.getByRole('button', { name: 'Show' }).last().click();
  await page.getByText('Recipes: all 5').waitFor();
  expect(new URL(page.url()).search).toBe('?sort=-servings&filter%5Bservings%5D%5Bgte%5D=20');
  await page.locator('.chip').click();
  await page.getByText('Recipes: 1 to 20 of 25').waitFor();

  await page.getByRole('link', { name: 'Recipe 07' }).click();
  expect(await heading()).toBe('Recipe 07');
  expect(await page.title()).toBe('Recipe 07 · Colophon');
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Title').first().fill('Recipe seven');
  await page.getByLabel('Code').fill('seven');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByRole('link', { name: 'Code' }).click();
  expect(await page.evaluate('document.activeElement.name')).toBe('field.code');
  expect(await page.getByLabel('Title').first().inputValue()).toBe('Recipe seven');
  await page.getByLabel('Code').fill('SE');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It was saved.').waitFor();
  expect(await heading()).toBe('Recipe seven');

  await go('/recipes');
  await page.getByRole('link', { name: 'Create a recipe' }).click();
  await page.getByLabel('Title').first().fill('New one');
  await page.getByLabel('Servings').fill('3');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('It was saved.').waitFor();
  expect(await heading()).toBe('New one');
  await page.getByRole('link', { name: 'Delete' }).click();
  expect(await heading()).toBe('Delete New one?');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('It was deleted.').waitFor();
  await page.getByText('Recipes: 1 to 20 of 25').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor();

  // The original state, for later tests.
  const { id } = await recipeNamed('recipe-07');
  await test.admin.patch(`/recipes/${id}`, {
    data: { type: 'recipes', id, attributes: { title: 'Recipe 07' } },
  });
}

async function recipeNamed(uname: string): Promise<{ id: string }> {
  const { body } = await test.admin.get(`/recipes/${uname}`);
  return (body as { data: { id: string } }).data;
}

describe('creating, editing and deleting a recipe from the list', () => {
  it('goes by links and forms', wholeWay);

  it('works without JavaScript', async () => {
    await context.close();
    await open({ javaScriptEnabled: false });
    await wholeWay();
  });
});

describe('a page', () => {
  it('shows the poster of an object', async () => {
    await go(`/documents/${documentId}`);
    await page.waitForFunction('document.querySelector("figure img").naturalWidth === 90');
  });

  it('runs no content of users', async () => {
    await go('/recipes/recipe-01');
    expect(await page.title()).toBe('Recipe 01 · Colophon');
    expect(await page.getByText('Stir.').first().isVisible()).toBe(true);
    await page.getByText('HTML', { exact: true }).click();
    expect(await page.getByText('document.title = "broken"').first().isVisible()).toBe(true);
  });

  it('can be used with the keyboard alone', async () => {
    await go('/html/sign-in?return=/recipes%3Fpage_size%3D3');
    const keys = page.keyboard;
    const focused = (): Promise<string> =>
      page.evaluate('(document.activeElement?.innerText || document.activeElement?.name || "").trim()');
    const tabTo = async (name: string): Promise<void> => {
      for (let steps = 0; steps < 60 && (await focused()) !== name; steps++) await keys.press('Tab');
      expect(await focused()).toBe(name);
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      expect([name, outline]).toEqual([name, 'solid']);
    };
    await keys.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await keys.press('Enter');
    await tabTo('username');
    await keys.type('admin');
    await keys.press('Tab');
    await keys.type(PASSWORD);
    await keys.press('Enter');
    await page.waitForURL(/\/recipes\?page_size=3$/);
    await tabTo('q');
    await keys.type('"Recipe 05"');
    await keys.press('Enter');
    await page.waitForURL(/q=/);
    await tabTo('Recipe 05');
    await keys.press('Enter');
    await page.waitForURL(/\/recipes\/\d+$/);
    await tabTo('Edit');
    await keys.press('Enter');
    await page.waitForURL(/\/html\/edit\//);
    await tabTo('field.servings');
    await keys.press('Control+A');
    await keys.type('12');
    await keys.press('Enter');
    await page.waitForURL(/#saved$/);
    expect(await page.getByText('It was saved.').isVisible()).toBe(true);
  });

  it('fits a narrow screen', async () => {
    await signIn();
    await page.setViewportSize({ width: 320, height: 700 });
    for (const to of ['/home', '/recipes', '/recipes/recipe-01', '/html/new/recipes', '/nothing']) {
      await go(to);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([to, overflow]).toEqual([to, 0]);
      await shoot(`narrow${to.replaceAll('/', '-')}`);
    }
  });

  it('is light or dark by preference', async () => {
    const lightness = async (colorScheme: 'light' | 'dark'): Promise<number> => {
      await page.emulateMedia({ colorScheme });
      await go('/recipes');
      await shoot(`list-${colorScheme}`);
      const colour = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      return Number(/\d+/.exec(colour)?.[0]);
    };
    expect(await lightness('light')).toBeGreaterThan(200);
    expect(await lightness('dark')).toBeLessThan(60);
  });

  it('prints its content, without screen controls', async () => {
    await go('/recipes/recipe-01');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('header').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Attributes' }).isVisible()).toBe(true);
  });
});

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}

describe('axe', () => {
  const pages = (): [string, string][] => [
    ['home', '/home'],
    ['list', '/recipes?sort=title&filter[status]=on'],
    ['images', '/images'],
    ['history', '/history'],
    ['version', `/documents/${documentId}/versions/1`],
    ['folders', '/folders'],
    ['folder', '/folders/2'],
    ['restore', `/html/restore/documents/${documentId}/versions/1`],
    ['refused filter', '/recipes?filter[nope]=1'],
    ['empty list', '/recipes?q=nowhere'],
    ['object', `/documents/${documentId}?include=poster`],
    ['links', `/documents/${documentId}/relationships/poster`],
    ['other JSON', '/status'],
    ['error', '/recipes?sort=nope'],
    ['sign-in', '/html/sign-in'],
    ['create', '/html/new/recipes'],
    ['edit', `/html/edit/documents/${documentId}`],
    ['delete', `/html/delete/documents/${documentId}`],
    ['relate', `/html/relate/documents/${documentId}/relationships/poster`],
    ['create with file', '/html/new/images'],
    ['file', `/html/file/images/${imageId}`],
    ['relate to one', '/html/relate/folders/2/relationships/parent'],
    ['roles', '/html/relate/users/1/relationships/roles'],
    ['rich text', '/html/edit/recipes/recipe-01'],
    ['dates', '/html/new/events'],
    ['user', `/html/edit/users/1`],
    ['type', '/html/new/model/object_types'],
    ['signed in', '/html/sign-in'],
    ['sign up', '/html/sign-up'],
    ['signed up', '/html/sign-up?done=mail'],
    ['activate', '/html/activate?uuid=x'],
    ['nothing', '/html/nothing'],
  ];

  async function violations(): Promise<string[]> {
    await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true');
    // Of a document whose policy allows no script, evaluated from outside of it.
    await page.evaluate(axe.source);
    const { violations: found } = await page.evaluate<AxeResult>('axe.run()');
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`.slice(0, 600));
  }

  it.each(['light', 'dark'] as const)('finds nothing on any kind of page (%s)', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await signIn();
    for (const [kind, to] of pages()) {
      await go(to);
      expect([kind, await violations()]).toEqual([kind, []]);
      await shoot(`${kind.replaceAll(' ', '-')}-${colorScheme}`);
    }
    await go('/html/new/recipes');
    await page.getByLabel('Code').fill('fault');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    expect(['fault', await violations()]).toEqual(['fault', []]);
  });

  it('finds nothing on the sign-in page', async () => {
    await go('/roles');
    expect(await violations()).toEqual([]);
  });
});
