// The steps from a picture to a thumbnail: crop, then resize, then add margins. The crop comes first, so that no intermediate
// picture is larger than both source and thumbnail.
import { MAX_SIDE, type Fit, type Region, type ThumbnailOptions } from './thumbnail-options.ts';

export interface Size {
  width: number;
  height: number;
}

export interface PicturePlan extends Size {
  /** Visible part of the source. */
  region: Region;
  /** Pixels on each side. */
  margins?: { left: number; right: number; top: number; bottom: number };
}

const atLeastOne = (value: number): number => Math.max(1, Math.round(value));

const scaled = ({ width, height }: Size, factor: number): Size => ({
  width: Math.min(MAX_SIDE, atLeastOne(width * factor)),
  height: Math.min(MAX_SIDE, atLeastOne(height * factor)),
});

/** The part of the source that `crop` names, within the source; undefined when it is outside. */
function cropped({ width, height }: Size, crop: Region | undefined): Region | undefined {
  if (!crop) return { left: 0, top: 0, width, height };
  if (crop.left >= width || crop.top >= height) return undefined;
  return {
    left: crop.left,
    top: crop.top,
    width: Math.min(crop.width, width - crop.left),
    height: Math.min(crop.height, height - crop.top),
  };
}

/** The largest part of a region with the proportions of `size`, at the position of the fit. */
function covering(region: Region, size: Size, fit: Fit): Region {
  const ratio = size.width / size.height;
  const width = Math.min(region.width, atLeastOne(region.height * ratio));
  const height = Math.min(region.height, atLeastOne(region.width / ratio));
  const place = (room: number, [start, end]: readonly [string, string]): number =>
    fit.includes(start) ? 0 : fit.includes(end) ? room : Math.floor(room / 2);
  return {
    left: region.left + place(region.width - width, ['left', 'right']),
    top: region.top + place(region.height - height, ['top', 'bottom']),
    width,
    height,
  };
}

function withMargins(region: Region, inner: Size, outer: Size): PicturePlan {
  const left = Math.floor((outer.width - inner.width) / 2);
  const top = Math.floor((outer.height - inner.height) / 2);
  const right = outer.width - inner.width - left;
  const bottom = outer.height - inner.height - top;
  return { region, ...inner, margins: { left, right, top, bottom } };
}

/** @param source size of the picture after rotation @returns undefined when `crop` is outside of it */
export function planPicture(source: Size, { w, h, fit, crop }: ThumbnailOptions): PicturePlan | undefined {
  const region = cropped(source, crop);
  if (!region) return undefined;
  const factors = [w && w / region.width, h && h / region.height].filter((each): each is number => each !== undefined);
  const inside = Math.min(...factors, MAX_SIDE / region.width, MAX_SIDE / region.height);
  // One side alone does not determine proportions.
  if (w === undefined || h === undefined || fit === 'contain' || fit === 'max')
    return { region, ...scaled(region, noLarger(inside, fit)) };
  const size = { width: w, height: h };
  switch (fit) {
    case 'stretch':
      return { region, ...size };
    case 'fill':
    case 'fill-max':
      return withMargins(region, scaled(region, noLarger(inside, fit)), size);
    default:
      return { region: covering(region, size, fit), ...size };
  }
}

/** Some fits do not enlarge. */
const noLarger = (factor: number, fit: Fit): number => (fit === 'max' || fit === 'fill' ? Math.min(1, factor) : factor);
