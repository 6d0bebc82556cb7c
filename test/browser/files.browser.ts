// Files in a real browser: pages of other sites show pictures and play videos, and no uploaded content is executed (npm
// run tool -- test:browser).
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page, Response } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRawClient, type RawClient } from '../support/clients/raw-request.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { storeFile, storeObjectFile, type FileToStore } from '../support/files/uploads.ts';
import { openChromium } from './chromium.ts';

// Six seconds of a counter: ffmpeg -f lavfi -i testsrc=size=64x48:rate=5:duration=6 -c:v libvpx -b:v 10k -g 5 -an counting.webm
const FILM = new URL('../fixtures/counting.webm', import.meta.url);

let test: TestService;
let raw: RawClient;
let browser: Browser;
let page: Page;
/** Another site, with one page. */
let site: Server;
let siteUrl: string;
let html = '';
/** The requests that scripts of uploaded files would send to the site. */
let ran: string[] = [];

beforeAll(async () => {
  browser = await openChromium();
  test = await openTestService();
  raw = await openRawClient(test);
  site = createServer((request, response) => {
    if (request.url?.startsWith('/ran')) ran.push(request.url);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Access-Control-Allow-Origin': '*' });
    response.end(request.url === '/' ? html : '');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  ran = [];
  page = await browser.newPage();
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
  await raw.close();
  await test.close();
});

/** The address of a file without an object, in the form for its uploader: a signed one. */
async function addressOf(file: FileToStore): Promise<string> {
  const { meta } = await storeFile(test.admin, file);
  const { pathname, search } = new URL(String(meta['url']));
  expect(search).toContain('signature=');
  return raw.base + pathname + search;
}

async function show(body: string): Promise<void> {
  html = `<!doctype html><title>Another site</title><body>${body}</body>`;
  await page.goto(siteUrl);
}

const attribute = (text: string): string => text.replaceAll('&', '&amp;');

describe('a video', () => {
  it('plays and seeks, from a signed address', async () => {
    const content = await readFile(FILM);
    const url = await addressOf({ name: 'counting.webm', content, mediaType: 'video/webm' });
    const answers: Response[] = [];
    page.on('response', (response) => {
      if (response.url() === url) answers.push(response);
    });
    await show(`<video muted autoplay src="${attribute(url)}"></video>`);
    await page.waitForFunction('document.querySelector("video").currentTime > 0.5');
    expect(await page.evaluate('document.querySelector("video").videoWidth')).toBe(64);
    await page.evaluate('document.querySelector("video").currentTime = 4');
    await page.waitForFunction('document.querySelector("video").currentTime > 4.3');
    expect(await page.evaluate('document.querySelector("video").error')).toBeNull();
    expect(answers.map((response) => response.status())).toContain(206);
    expect(answers[0]?.headers()['content-range']).toBe(`bytes 0-${content.length - 1}/${content.length}`);
  });

  it('of a public object plays from its plain address', async () => {
    const content = await readFile(FILM);
    const { path } = await storeObjectFile(test, { name: 'counting.webm', content, mediaType: 'video/webm' });
    await show(`<video muted autoplay src="${raw.base}${path}"></video>`);
    await page.waitForFunction('document.querySelector("video").currentTime > 0.5');
  });
});

const SCRIPT = (name: string): string => `fetch('${siteUrl}/ran?${name}')`;
const svg = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20"/><script>${SCRIPT('svg')}</script></svg>`;
const widthOf = 'document.querySelector("img").naturalWidth';

describe('a picture', () => {
  it('is shown, from a signed address', async () => {
    const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const url = await addressOf({ name: 'a.png', content, mediaType: 'image/png' });
    await show(`<img src="${attribute(url)}">`);
    await page.waitForFunction(`${widthOf} === 40`);
  });

  it('is shown if it is an SVG, without running its scripts', async () => {
    const url = await addressOf({ name: 'a.svg', content: svg(), mediaType: 'image/svg+xml' });
    await show(`<img src="${attribute(url)}">`);
    await page.waitForFunction(`${widthOf} === 30`);
    await page.waitForTimeout(300);
    expect(ran).toEqual([]);
  });
});

describe('uploaded content is not executed', () => {
  const files = (): [string, FileToStore][] => [
    ['a drawing', { name: 'a.svg', content: svg(), mediaType: 'image/svg+xml' }],
    [
      'a page',
      { name: 'a.html', content: `<!doctype html><script>${SCRIPT('html')}</script>`, mediaType: 'text/html' },
    ],
    ['a script', { name: 'a.js', content: SCRIPT('script'), mediaType: 'text/javascript' }],
  ];

  it.each([0, 1, 2])('when it is opened: it is downloaded instead (%#)', async (index) => {
    const [, file] = files()[index] ?? ['', {}];
    const url = await addressOf(file);
    const saved = page.waitForEvent('download');
    // A navigation that becomes a download is one that fails.
    await page.goto(url).catch(() => undefined);
    expect((await saved).suggestedFilename()).toBe(file.name);
    expect(page.url()).toBe('about:blank');
    expect(ran).toEqual([]);
  });

  it.each([0, 1, 2])('when it is part of a page (%#)', async (index) => {
    const [, file] = files()[index] ?? ['', {}];
    const url = attribute(await addressOf(file));
    await show(
      `<script src="${url}"></script><script type="module" src="${url}"></script><iframe src="${url}"></iframe>` +
        `<object data="${url}"></object><embed src="${url}">`,
    );
    await page.waitForTimeout(1000);
    expect(ran).toEqual([]);
    expect(page.frames().filter((frame) => frame.url().includes('/streams/'))).toEqual([]);
  });

  it('while the same content would run as a page', async () => {
    await show(`<script>${SCRIPT('proof')}</script>`);
    await page.waitForTimeout(300);
    expect(ran).toEqual(['/ran?proof']);
  });
});
