import ISO6391 from 'iso-639-1';

/** Two-letter codes of languages (ISO 639-1). */
export const LANGUAGE_CODES: ReadonlySet<string> = new Set(ISO6391.getAllCodes());

/** The language of a tag such as `it-IT`. */
export const languageOf = (tag: string | null): string | undefined => tag?.split(/[-_]/)[0]?.toLowerCase();
