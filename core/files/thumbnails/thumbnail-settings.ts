// The configuration entry `Thumbnails`: `presets`, `allowAny` and `maxLimit`.
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidParameter } from '../../errors.ts';
import { readOptions, type ThumbnailOptions } from './thumbnail-options.ts';
import { isRecord } from '../../values.ts';

type Members = Readonly<Record<string, unknown>>;

/** Default presets; configured ones of the same name replace them. */
const SHIPPED: Members = { default: { w: 768, h: 576 }, small: { w: 130, h: 85, fit: 'crop' } };

const DEFAULT_LIMIT = 20;
const HIGHEST_LIMIT = 100;
/** Presets are made for every picture, regardless of the number of its thumbnails. */
const MAX_PRESETS = 50;

/** Value of `Thumbnails.presets`: options by the name of the preset. */
export const arePresets = (value: unknown): value is Members =>
  isRecord(value) &&
  Object.keys(value).length <= MAX_PRESETS &&
  Object.values(value).every((options) => 'options' in readOptions(options));

/** Value of `Thumbnails.maxLimit`. */
export const isThumbnailLimit = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= HIGHEST_LIMIT;

type WithAccess = Pick<RequestContext, 'access'>;

/** Maximum of media in one request. */
export function thumbnailLimit({ access }: WithAccess): number {
  const value = access.setting('Thumbnails.maxLimit');
  return isThumbnailLimit(value) ? value : DEFAULT_LIMIT;
}

/** By name: those of the configuration, then those that are shipped. */
function presetsIn({ access }: WithAccess): Map<string, ThumbnailOptions> {
  const configured = access.setting('Thumbnails.presets');
  const all = { ...SHIPPED, ...(arePresets(configured) ? configured : {}) };
  const read = Object.entries(all).map(([name, value]) => [name, readOptions(value)] as const);
  return new Map(read.flatMap(([name, result]) => ('options' in result ? [[name, result.options] as const] : [])));
}

function presetOf(context: WithAccess, name: string): ThumbnailOptions {
  const options = presetsIn(context).get(name);
  if (options) return options;
  throw invalidParameter('preset', `Preset "${name.slice(0, 100)}" not found`);
}

const allowsAny = ({ access }: WithAccess): boolean => access.setting('Thumbnails.allowAny') === true;

/** The requested thumbnail. */
export interface WantedThumbnail {
  options: ThumbnailOptions;
  /** By the configuration, not by the request alone. */
  isPreset: boolean;
}

/**
 * @param query a preset takes precedence over options; without both the preset is `default`
 * @throws ApiError invalid_parameter
 */
export function wantedThumbnail(query: { preset?: unknown; options?: unknown }, context: WithAccess): WantedThumbnail {
  const { preset, options } = query;
  if (typeof preset === 'string' && preset !== '') return { options: presetOf(context, preset), isPreset: true };
  if (options === undefined || options === '') return { options: presetOf(context, 'default'), isPreset: true };
  if (!allowsAny(context)) {
    throw invalidParameter('options', 'Thumbnails can only be generated for one of the configured presets');
  }
  const result = readOptions(options);
  if ('options' in result) return { options: result.options, isPreset: false };
  const { option, detail } = result.fault;
  throw new ApiError('invalid_parameter', { detail, source: { parameter: option ? `options[${option}]` : 'options' } });
}

/** Pixels; a side that is not given has none to spare. */
const sides = ({ w = 0, h = 0 }: Pick<ThumbnailOptions, 'w' | 'h'>) => ({
  w,
  h,
  size: Math.max(w, 1) * Math.max(h, 1),
});

/**
 * A thumbnail of some size: with `Thumbnails.allowAny` of exactly this one, else of the smallest preset that is at least as
 * large, or of the largest (D765). A picture in its proportions is not cropped.
 */
export function thumbnailOfSize(options: ThumbnailOptions, context: WithAccess): WantedThumbnail {
  if (allowsAny(context)) return { options, isPreset: false };
  const wanted = sides(options);
  const keeps = (preset: ThumbnailOptions): boolean => options.fit !== 'contain' || !preset.fit.startsWith('crop');
  const all = [...presetsIn(context).values()].filter(keeps);
  const presets = all.sort((a, b) => sides(a).size - sides(b).size);
  const covers = (preset: ThumbnailOptions): boolean =>
    (preset.w === undefined || preset.w >= wanted.w) && (preset.h === undefined || preset.h >= wanted.h);
  const preset = presets.find(covers) ?? presets.at(-1);
  return { options: preset ?? presetOf(context, 'default'), isPreset: true };
}
