// The Chromium of this machine; it is not downloaded.
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const places = named ? [named] : NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const place of places) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  throw new Error('no Chromium: install one (Debian: apt-get install chromium), or name its program in CHROMIUM');
}

/** Headless, and without network access of its own. @throws Error when there is none */
export const openChromium = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
