// The configuration entry `Thumbnails`: `presets`, `allowAny` and `maxLimit`.
import type { RequestContext } from '../../context.ts';
import { ApiError, invalidParameter } from '../../errors.ts';
import { readOptions, type ThumbnailOptions } from './thumbnail-options.ts';

type Members = Readonly<Record<string, unknown>>;

/** Default presets; configured ones of the same name replace them. */
const SHIPPED: Members = { default: { w: 768, h: 576 }, small: { w: 130, h: 85, fit: 'crop' } };

const DEFAULT_LIMIT = 20;
const HIGHEST_LIMIT = 100;
/** Presets are made for every picture, regardless of the number of its thumbnails. */
const MAX_PRESETS = 50;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Value of `Thumbnails.presets`: options by the name of the preset. */
export const arePresets = (value: unknown): boolean =>
  isMembers(value) &&
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

function presetOf({ access }: WithAccess, name: string): ThumbnailOptions {
  const configured = access.setting('Thumbnails.presets');
  for (const presets of [arePresets(configured) ? (configured as Members) : {}, SHIPPED]) {
    const result = Object.hasOwn(presets, name) ? readOptions(presets[name]) : undefined;
    if (result && 'options' in result) return result.options;
  }
  throw invalidParameter('preset', `Preset "${name.slice(0, 100)}" not found`);
}

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
  if (context.access.setting('Thumbnails.allowAny') !== true) {
    throw invalidParameter('options', 'Thumbnails can only be generated for one of the configured presets');
  }
  const result = readOptions(options);
  if ('options' in result) return { options: result.options, isPreset: false };
  const { option, detail } = result.fault;
  throw new ApiError('invalid_parameter', { detail, source: { parameter: option ? `options[${option}]` : 'options' } });
}
