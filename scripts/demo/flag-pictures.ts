// The flags of the countries as PNG: the package has them as SVG, which the service keeps but makes no thumbnails of.
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Country } from './world.ts';

const folder = path.dirname(createRequire(import.meta.url).resolve('world-countries/package.json'));

/** Pixels. */
const WIDTH = 640;

/** The flag as a PNG. */
export async function drawFlag({ cca3 }: Pick<Country, 'cca3'>): Promise<Buffer> {
  // Loaded when there is something to draw: most runs draw nothing.
  const { default: sharp } = await import('sharp');
  return sharp(path.join(folder, 'data', `${cca3.toLowerCase()}.svg`))
    .resize({ width: WIDTH })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}
