// The walk of an editor on a phone, and of an administrator who resets a password: the steps of openapi/docs/editing.md (D965 to
// D968). Every page fits the screen and has no finding of axe.
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../support/clients/raw-request.ts';
import { openTestService, PASSWORD, type TestService } from '../support/service.ts';
import { openChromium } from './chromium.ts';

const DAY = 24 * 3_600_000;
const NEW_PASSWORD = 'seven quiet lighthouses';

let test: TestService;
let raw: RawClient;
let browser: Browser;
let context: BrowserContext | undefined;
let page: Page;
/** Scripts of other hosts, violations of the policy, errors. */
let faults: string[] = [];

beforeAll(async () => {
  browser = await openChromium();
  test = await openTestService();
  raw = await openRawClient(test);
  for (const title of ['Tides', 'Weather']) await test.editor.create('/documents', { title, status: 'on' });
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser.close();
  await raw.close();
  await test.close();
});

async function openPhone(): Promise<void> {
  faults = [];
  context = await browser.newContext({ viewport: { width: 390, height: 800 } });
  page = await context.newPage();
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused/i.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
}

async function signIn(name: string, password = PASSWORD): Promise<void> {
  await page.goto(`${raw.base}/html/sign-in?return=/home`);
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Signed in as').waitFor();
}

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}

/** Of the present page: it fits, and it is accessible. */
async function look(): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResult>('axe.run()');
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`.slice(0, 400));
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect([page.url(), overflow, found, faults]).toEqual([page.url(), 0, [], []]);
}

/** Browsers keep the last space of a line by one that does not break. */
const spaced = (text: string): string => text.replaceAll(/&nbsp;|\u00a0/g, ' ');

const save = (): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();
const saved = (): Promise<void> => page.getByText('It was saved.').waitFor();

/** From the page of an object, to the first thing with a title. */
async function choose(relation: string, title: string): Promise<void> {
  await page.getByRole('link', { name: `choose ${relation}` }).click();
  await page.getByLabel('Search').fill(title);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('checkbox', { name: title }).first().check();
  await look();
  await save();
  await saved();
}

it('an editor writes a page with a picture and two relations, and restores the version of yesterday', async () => {
  await openPhone();
  await signIn('editor');
  await look();
  await page.getByRole('main').getByRole('link', { name: 'Images', exact: true }).click();
  const picture = async (name: string, background: string) => {
    const image = sharp({ create: { width: 90, height: 60, channels: 3, background } });
    return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
  };
  const files = [await picture('harbour.png', 'teal'), await picture('pier.png', 'navy')];
  await page.getByLabel('Drop files here, or choose several').setInputFiles(files);
  await page.waitForURL(/sort=-created/);
  await page.waitForFunction('document.querySelectorAll(".pictures img").length === 2');
  await look();

  await page.goto(`${raw.base}/documents`);
  await page.getByRole('link', { name: 'Create a document' }).click();
  await page.getByLabel('Title').first().fill('The harbour');
  await page.getByRole('textbox', { name: 'Body' }).click();
  await page.keyboard.type('Boats come in at ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('noon');
  await look();
  await save();
  await saved();
  const address = new URL(page.url()).pathname;
  await choose('Poster', 'harbour.png');
  await choose('See also', 'Tides');
  await choose('See also', 'Weather');
  const { body: links } = await test.admin.get(`${address}/relationships/see_also`);
  expect((links as { data: unknown[] }).data).toHaveLength(2);
  await page.waitForFunction('document.querySelector("figure img").naturalWidth === 90');

  test.clock.advance(DAY);
  await signIn('editor');
  await page.getByRole('link', { name: 'The harbour' }).first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const box = page.getByRole('textbox', { name: 'Body' });
  expect(spaced(await box.innerText())).toContain('Boats come in at noon');
  await box.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Closed.');
  await save();
  await saved();
  await page.getByRole('link', { name: 'History' }).click();
  expect(await page.locator('tbody th').first().innerText()).toBe('2');
  await look();
  await page.getByRole('link', { name: '1', exact: true }).click();
  expect(await page.locator('del').first().innerText()).not.toBe('');
  await look();
  await page.getByRole('link', { name: 'Restore this version' }).click();
  await look();
  await page.getByRole('button', { name: 'Restore' }).click();
  await saved();
  const restored = await page.getByRole('row', { name: 'Body' }).innerText();
  expect(spaced(restored)).toContain('Boats come in at noon');
});

it('an administrator resets a password', async () => {
  await openPhone();
  await signIn('admin');
  await page.goto(`${raw.base}/users?q=editor`);
  await page.locator('tbody').getByRole('link', { name: 'editor' }).first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const field = page.getByLabel('Password', { exact: true });
  expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual([
    'password',
    'new-password',
  ]);
  await look();
  await field.fill(NEW_PASSWORD);
  await save();
  await saved();
  expect(await page.content()).not.toContain(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn('editor', NEW_PASSWORD);
});
