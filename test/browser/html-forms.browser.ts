// Forms of the pages in a real browser: files, two concurrent users, signing up (D340 to D344).
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../support/clients/raw-request.ts';
import { openTestService, PASSWORD, type TestService } from '../support/service.ts';
import { temporaryFolder } from '../support/files/storages.ts';
import { openChromium } from './chromium.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];
const MAX = 300_000;

let test: TestService;
let raw: RawClient;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let folder: string;

beforeAll(async () => {
  browser = await openChromium();
  test = await openTestService({ env: { UPLOAD_MAX_SIZE: String(MAX) } });
  raw = await openRawClient(test);
  folder = await temporaryFolder();
});
afterAll(async () => {
  await browser.close();
  await raw.close();
  await test.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
});
afterEach(() => context.close());

const go = (to: string): ReturnType<Page['goto']> => page.goto(raw.base + to);
const heading = (): Promise<string> => page.locator('h1').innerText();
const save = (): Promise<void> => page.getByRole('button', { name: 'Save' }).click();

async function signIn(): Promise<void> {
  await go('/html/sign-in?return=/home');
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Signed in as').waitFor();
}

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}

/** Evaluated from outside of a page that runs no script. */
async function look(name: string): Promise<void> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResult>('axe.run()');
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  if (SCREENSHOTS === undefined) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${colorScheme}.png`), fullPage: true });
  }
}

const png = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 90, height: 60, channels: 3, background } })
    .png()
    .toBuffer();

describe('a file', () => {
  it('creates an object, and is replaced by another one', async () => {
    await signIn();
    await go('/images');
    await page.getByRole('link', { name: 'Create an image' }).click();
    await page.getByLabel('Title').first().fill('Colour');
    await page.locator('#file').setInputFiles({ name: 'grün.png', mimeType: 'image/png', buffer: await png('teal') });
    await save();
    await page.getByText('It was saved.').waitFor();
    expect(await heading()).toBe('Colour');
    await page.waitForFunction('document.querySelector("figure img").naturalWidth === 90');
    await page.getByRole('link', { name: 'Upload a file' }).click();
    expect(await page.getByRole('cell', { name: 'grün.png' }).isVisible()).toBe(true);
    await page.getByLabel('Replace the latest version').check();
    await page.locator('#file').setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: await png('red') });
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('It was saved.').waitFor();
    await page.getByRole('link', { name: 'Upload a file' }).click();
    expect(await page.getByRole('cell', { name: 'red.png' }).isVisible()).toBe(true);
  });

  it('is refused with a message and the entered values', async () => {
    await signIn();
    await go('/html/new/images');
    await page.getByLabel('Title').first().fill('Kept');
    const text = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('text') };
    await page.locator('#file').setInputFiles(text);
    await save();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Title').first().inputValue()).toBe('Kept');
    await look('file-refused');
    // Much more than is accepted, so that the response arrives while it is sent.
    const large = path.join(folder, 'large.png');
    await writeFile(large, Buffer.alloc(12_000_000, 'x'));
    await page.locator('#file').setInputFiles(large);
    await save();
    await page.getByText('The file is larger than 300000 bytes.').first().waitFor();
    expect(await page.getByLabel('Title').first().inputValue()).toBe('Kept');
  });
});

describe('concurrent editors', () => {
  it('see the changes of each other', async () => {
    const { id } = await test.admin.create('/events', { title: 'Fair', description: 'Small', body: 'In the hall.' });
    await signIn();
    await go(`/html/edit/events/${id}`);
    await page.getByLabel('Title').first().fill('Great fair');
    const attributes = {
      title: 'Spring fair',
      body: 'On the square.',
      date_ranges: [{ start_date: '2026-05-01T18:00:00+00:00' }],
    };
    await test.admin.patch(`/events/${id}`, { data: { type: 'events', id, attributes } });
    await save();
    await page.getByText('What has changed meanwhile').first().waitFor();
    expect(await page.getByLabel('Title').first().inputValue()).toBe('Great fair');
    expect(await page.getByLabel('Body').inputValue()).toBe('On the square.');
    await look('meanwhile');
    await save();
    await page.getByText('It was saved.').waitFor();
    const { body } = await test.admin.get(`/events/${id}`);
    expect((body as { data: { attributes: unknown } }).data.attributes).toMatchObject({
      title: 'Great fair',
      body: 'On the square.',
      date_ranges: [{ start_date: '2026-05-01T18:00:00+00:00' }],
    });
  });
});

describe('a new user', () => {
  it('signs up, activates the account and signs in', async () => {
    await go('/html/sign-in');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('Look into your mail').waitFor();
    const job = await test.service.services.store.asyncJobs.findOne({ secret: { $exists: true } });
    await go(`/html/activate?uuid=${job?.secret ?? ''}`);
    await page.getByRole('button', { name: 'Activate the account' }).click();
    await page.getByText('Your account is active').first().waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as').waitFor();
    await go('/html/sign-in');
    expect(await heading()).toBe('You are signed in');
  });

  it('sees advice for a form from another site', async () => {
    await signIn();
    await go('/html/new/documents');
    const other = await context.newPage();
    await other.goto(`${raw.base}/home`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.goto(`${raw.base}/html/sign-in`);
    await other.getByLabel('User name').fill('editor');
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('Signed in as').waitFor();
    await page.getByLabel('Title').first().fill('Stale');
    await save();
    expect(await heading()).toBe('Forbidden');
    await look('stale-form');
    await page.getByRole('link', { name: 'Open the form again' }).click();
    expect(await heading()).toBe('Create a document');
  });
});
