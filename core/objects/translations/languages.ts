import ISO6391 from 'iso-639-1';

/** Two-letter codes of languages (ISO 639-1). */
export const LANGUAGE_CODES: ReadonlySet<string> = new Set(ISO6391.getAllCodes());
