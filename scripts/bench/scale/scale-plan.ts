// The population of a scale run (`npm run bench -- --scale`), the same for each size: the objects, their places and
// their links.
import { pick, randomFrom, RARE_WORD, FREQUENT_WORD, text } from '../fill/sample-documents.ts';

export interface ScalePlan {
  objects: number;
  folders: number;
  users: number;
  /** Types that have one object each. */
  nearlyEmptyTypes: number;
}

export const KINDS = 20;
export const RELATION = 'scale_link';
export const LANGUAGES = ['it', 'de', 'fr', 'es', 'pt', 'nl', 'pl', 'sv', 'da', 'fi'] as const;
/** Changes of each title; with creation, arrival in a folder and links, an object has five rows of history. */
export const EDITS = 2;
/** So many folders are one below the other. */
const CHAIN = 40;
const FAN_OUT = 10;
const DISTANCES = [1, 7, 31, 113, 997];
/** Objects with the rare word, however many there are. */
const RARE = 20;

export const planOf = (objects: number, nearlyEmptyTypes: number): ScalePlan => ({
  objects,
  folders: Math.max(3, Math.floor(objects / 10)),
  users: Math.max(2, Math.floor(objects / 10)),
  nearlyEmptyTypes,
});

export const kindName = (kind: number): string => `kind_${kind}`;
export const nearlyEmptyName = (index: number): string => `few_${index}`;
export const kindOf = (index: number): string => kindName(index % KINDS);
export const unameOf = (index: number): string => `object-${index}`;
export const folderUname = (index: number): string => `folder-${index}`;
export const userName = (index: number): string => `user${index}`;

/** Every third object that is a draft stays one. */
export const statusOf = (index: number): 'draft' | 'on' => (index % 3 === 2 ? 'draft' : 'on');

export function attributesOf(index: number, { objects }: ScalePlan): Record<string, unknown> {
  const random = randomFrom(index);
  const rare = index % Math.max(1, Math.floor(objects / RARE)) === 0 ? ` ${RARE_WORD}` : '';
  const frequent = random() < 0.3 ? ` ${FREQUENT_WORD}` : '';
  return {
    uname: unameOf(index),
    title: titleOf(index, 0),
    status: statusOf(index),
    lang: 'en',
    description: text(80, random),
    body: `${text(200, random)}${rare}${frequent}`,
    extra: { section: pick(['news', 'archive', 'shop'], random) },
  };
}

export const titleOf = (index: number, edit: number): string => `Object ${index} ${edit}`;

/** Folders form one long chain first, and a broad tree below the root; the second one holds a tenth of all objects. */
export function parentFolder(index: number): number | undefined {
  if (index === 0) return undefined;
  if (index < CHAIN) return index - 1;
  return index === CHAIN ? 0 : Math.max(0, Math.floor((index - CHAIN - 1) / FAN_OUT) + CHAIN);
}

export const folderOf = (index: number, { folders }: ScalePlan): number => (index % 10 === 0 ? 1 : index % folders);

/** Each pair once. */
export function linksOf(index: number, { objects }: ScalePlan): number[] {
  const others = DISTANCES.map((distance) => (index + distance) % objects);
  return [...new Set(others)].filter(
    (other) => other !== index && (other > index || !linksBack(other, index, objects)),
  );
}

const linksBack = (from: number, to: number, objects: number): boolean =>
  DISTANCES.some((distance) => (from + distance) % objects === to);

export const isTranslated = (index: number): boolean => index % 10 === 5;
export const translatedFields = (index: number, lang: string): Record<string, string> => ({
  title: `${lang} ${titleOf(index, EDITS)}`,
});
