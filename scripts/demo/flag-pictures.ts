// The flags of the countries as pictures. The package has drawings, from which browsers and this service make no pictures.
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import type { Country } from './world.ts';

const folder = path.dirname(createRequire(import.meta.url).resolve('world-countries/package.json'));

/** Pixels. */
const WIDTH = 640;

/** The flag as a PNG. */
export const drawFlag = ({ cca3 }: Pick<Country, 'cca3'>): Promise<Buffer> =>
  sharp(path.join(folder, 'data', `${cca3.toLowerCase()}.svg`))
    .resize({ width: WIDTH })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
