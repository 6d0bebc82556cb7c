// The reference at /docs in a real browser: no requests to other hosts, no violations of its policy, signing in, and
// trying out.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCheckedServer, type CheckedServer } from '../support/clients/checked-server.ts';
import { openTestService, PASSWORD, type TestService } from '../support/service.ts';
import { openChromium } from './chromium.ts';

let test: TestService;
let server: CheckedServer;
let browser: Browser;
let page: Page;
/** Faults of the page: of its scripts, its policy, and requests to elsewhere. */
let faults: string[];

beforeAll(async () => {
  browser = await openChromium();
  test = await openTestService();
  server = await openCheckedServer(test);
});
beforeEach(async () => {
  faults = [];
  page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    // Chromium reports every response with 4xx, and every violation of a policy, in this way.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(server.url) || request.url().startsWith('data:');
    if (!isOwn) faults.push(`request to ${request.url()}`);
  });
});
afterEach(async () => {
  await page.close();
  expect(faults).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await test.close();
});

interface AxeResult {
  violations: { id: string; nodes: { html: string }[] }[];
}

/** A picture for people, where SCREENSHOTS names a folder. */
async function picture(name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `docs-${name}.png`) });
}

async function openReference(): Promise<void> {
  await page.goto(`${server.url}/docs`);
  await page.waitForSelector('.opblock-tag-section');
}

async function signIn(username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens an operation by the address that links to it lead to. */
async function openOperation(tag: string, id: string) {
  await page.goto(`${server.url}/docs#/${tag}/${id}`);
  const operation = page.locator(`[id="operations-${tag}-${id}"]`);
  await operation.locator('.opblock-body').waitFor();
  return operation;
}

describe('the reference', () => {
  it('lists a section for each type, closed', async () => {
    await openReference();
    const tags = await page.locator('.opblock-tag-section h3').allInnerTexts();
    expect(tags.join('\n')).toMatch(/documents[\s\S]*images/);
    expect(await page.locator('.opblock').count()).toBe(0);
    await picture('light');
  });

  it('is dark with the preference for dark', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await openReference();
    const back = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(back).toBe('rgb(28, 32, 34)');
    await picture('dark');
  });

  it.each(['light', 'dark'] as const)('has no findings of axe (%s)', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await openReference();
    // From outside of a document whose policy allows no other script.
    await page.evaluate(axe.source);
    const faultsIn = async (options: string): Promise<string[]> => {
      const { violations } = await page.evaluate<AxeResult>(`axe.run(${options})`);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
    };
    expect(await faultsIn(`{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }`)).toEqual([]);
    await page.locator('[id="operations-tag-auth"]').click();
    await page.locator('#operations-auth-getAuthUser .opblock-summary-control').click();
    await page.locator('#operations-auth-getAuthUser .opblock-body').waitFor();
    // A button of Swagger UI holds a link, which only it can change.
    const rules = ['color-contrast', 'select-name', 'label', 'scrollable-region-focusable', 'landmark-unique'];
    expect(await faultsIn(JSON.stringify({ runOnly: rules }))).toEqual([]);
    await picture(`axe-${colorScheme}`);
  });

  it('finds sections by a word', async () => {
    await openReference();
    await page.locator('.operation-filter-input').fill('images');
    await expect.poll(() => page.locator('.opblock-tag-section').count()).toBe(1);
  });
});

describe('signing in', () => {
  it('shows the error of a failed sign-in', async () => {
    await openReference();
    await signIn('editor', 'wrong');
    await page.getByText('Login request not successful').waitFor();
    expect(await page.getByLabel('Password').isVisible()).toBe(true);
  });

  it('sends the token with tried requests, until signing out revokes it', async () => {
    await openReference();
    await signIn('editor');
    await page.getByText('Signed in as editor').waitFor();
    // A token is nowhere that it would stay.
    expect(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length')).toBe(0);
    const operation = page.locator('[id="operations-auth-getAuthUser"]');
    await page.locator('[id="operations-tag-auth"]').click();
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    expect(await operation.locator('.live-responses-table').innerText()).toContain('"username": "editor"');
    await picture('tried');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Signed out.').waitFor();
    const gone = () => server.requests.find(({ method, url }) => method === 'DELETE' && url.startsWith('/auth/'));
    await expect.poll(() => gone()?.status).toBe(204);
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '401' }).waitFor();
  });

  it('renews an expired token', async () => {
    await openReference();
    await signIn('editor');
    await page.getByText('Signed in as editor').waitFor();
    test.clock.advance(21 * 60_000);
    await page.locator('[id="operations-tag-auth"]').click();
    const operation = page.locator('[id="operations-auth-getAuthUser"]');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('has been renewed').waitFor();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  });
});

describe('trying out', () => {
  it('sends the example of the description, with the media type of JSON:API', async () => {
    await openReference();
    await signIn('editor');
    await page.getByText('Signed in as editor').waitFor();
    await page.locator('[id="operations-tag-documents"]').click();
    const operation = page.locator('[id="operations-documents-createDocument"]');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const body = operation.locator('textarea.body-param__text');
    expect(JSON.parse(await body.inputValue())).toMatchObject({
      data: { type: 'documents', attributes: { title: 'A first document' } },
    });
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '201' }).waitFor();
    expect(server.requests.at(-1)).toMatchObject({
      method: 'POST',
      url: '/documents',
      status: 201,
      headers: { 'content-type': 'application/vnd.api+json' },
    });
    await operation.locator('.live-responses-table').scrollIntoViewIfNeeded();
    await picture('created');
  });

  it('has examples of bodies, responses and errors', async () => {
    const operation = await openOperation('documents', 'createDocument');
    const texts = await operation.locator('.highlight-code').allInnerTexts();
    const shown = texts.join('\n');
    expect(shown).toContain('"A first document"');
    expect(shown).toContain('"code": "invalid_data"');
    await picture('operation');
  });
});

describe('the error codes', () => {
  it('are linked, each with an anchor', async () => {
    await openReference();
    await page.getByRole('link', { name: 'Error codes' }).click();
    await page.waitForURL('**/docs/errors');
    await page.goto(`${server.url}/docs/errors#precondition_failed`);
    const entry = page.locator('[id="precondition_failed"]');
    expect(await entry.innerText()).toContain('If-Match');
    expect(await entry.isVisible()).toBe(true);
    await picture('errors');
    await page.getByRole('link', { name: 'API reference' }).click();
    await page.waitForSelector('.opblock-tag-section');
  });

  it('are readable without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${server.url}/docs`);
    expect(await plain.locator('noscript').innerText()).toContain('needs JavaScript');
    await plain.getByRole('link', { name: 'Error codes', exact: true }).click();
    await plain.waitForURL('**/docs/errors');
    expect(await plain.locator('[id="not_found"]').innerText()).toContain('What to do');
    await context.close();
  });
});
