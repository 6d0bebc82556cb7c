// The order of texts in lists: that of a language, in which case and accents do not separate words (D800). MongoDB compares by a
// collation, which a read and its index must share.
import { ENGLISH } from '../../languages.ts';

/** A collation of MongoDB; strength 1 compares base letters only, which some locales refuse with their own `caseFirst`. */
export interface Collation {
  locale: string;
  strength: 1;
  caseFirst: 'off';
}

export const collationOf = (locale: string): Collation => ({ locale, strength: 1, caseFirst: 'off' });

/** Locales with an order in MongoDB (its manual: Collation Locales). */
export const LOCALES: ReadonlySet<string> = new Set(
  (
    'af sq am ar hy as az bn be bs bs_Cyrl bg my ca chr zh zh_Hant hr cs da nl dz en eo et ee fo fil fi fr gl ka ' +
    'de de_AT el gu ha haw he hi hu is ig smn id ga it ja kl kn kk km kok ko ky lkt lo lv ln lt dsb lb mk ms ml mt mr mn ne se ' +
    'nb nn or om ps fa fa_AF pl pt pa ro ru sr sr_Latn si sk sl es sw sv ta te th bo to tr uk hsb ur ug vi wae cy yi yo zu'
  ).split(' '),
);

/** Macrolanguages by the language that most of their speakers write. */
const WRITTEN_AS: Readonly<Record<string, string>> = { no: 'nb', tl: 'fil', iw: 'he', in: 'id', sh: 'sr_Latn' };

/** The locale whose order texts of a language have: `pt` for `pt-BR`, `zh_Hant` for `zh-TW`; English for others. */
export function localeOf(tag: string): string {
  let parts: Intl.Locale;
  try {
    parts = new Intl.Locale(tag).maximize();
  } catch {
    return ENGLISH;
  }
  const language = WRITTEN_AS[parts.language] ?? parts.language;
  const candidates = [`${language}_${parts.region ?? ''}`, `${language}_${parts.script ?? ''}`, language];
  return candidates.find((each) => LOCALES.has(each)) ?? ENGLISH;
}
