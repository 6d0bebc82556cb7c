// Templates of mails: those of the service, and files of the project that replace them (D260). The only user of Eta, which gets
// text and never a path, so that a template cannot read files.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta/core';
import { ConfigError } from '../config/config.ts';
import { oneLine } from '../config/mail-address.ts';
import { TEMPLATES, type MailTemplate } from './mail-jobs.ts';
import { asError } from '../values.ts';

const SAMPLE = {
  project: 'Project',
  /** Of the user; empty without a suitable one. */
  name: 'Name',
  /** Empty when the mail has none. */
  link: 'https://example.org/?uuid=1',
  /** Of a notice about an account: address and device of a client, and the time; empty when it is not known. */
  address: '192.0.2.1',
  device: 'Browser',
  at: '2026-05-13 07:09 UTC',
};

/** The variable `it` of a template. All members are single lines. */
export type MailValues = typeof SAMPLE;

export type MailTemplates = ReturnType<typeof loadMailTemplates>;

const OWN_FOLDER = fileURLToPath(new URL('templates', import.meta.url));
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/;
/** Used by all languages: the layout of each mail, and its link. */
const SHARED: ReadonlySet<string> = new Set(['layout.html.eta', 'button.html.eta']);
const NAMES: readonly string[] = Object.keys(TEMPLATES).flatMap((name) => [`${name}.html.eta`, `${name}.txt.eta`]);
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

type Compiled = ReadonlyMap<string, (data: object) => string>;

/** Path of each template below its folder (`de/signup.txt.eta`), and its text. */
type Sources = Map<string, { file: string; text: string }>;

/** @throws Error with the file that is unreadable, or no template */
function readFolder(folder: string): Sources {
  const sources: Sources = new Map();
  const add = (name: string): void => {
    const file = path.join(folder, name);
    const [language = '', inLanguage] = name.includes('/') ? name.split('/') : [];
    const isKnown = inLanguage === undefined ? SHARED.has(name) : LANGUAGE.test(language) && NAMES.includes(inLanguage);
    if (!isKnown) {
      throw new Error(
        `${file} is not a template: there are ${[...SHARED].join(', ')} and, in a folder such as de, ${NAMES.join(', ')}`,
      );
    }
    // Windows editors end lines with CRLF.
    sources.set(name, {
      file,
      text: readFileSync(file, 'utf8')
        .replace(/^\ufeff/, '')
        .replaceAll('\r\n', '\n'),
    });
  };
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = entry.isDirectory() ? readdirSync(path.join(folder, entry.name)) : [];
    const names = entry.isDirectory() ? inside.map((name) => `${entry.name}/${name}`) : [entry.name];
    names.filter((name) => name.endsWith('.eta')).forEach(add);
  }
  return sources;
}

/** Every template, compiled. @throws Error with the invalid file */
function compileAll(sources: Sources): Compiled {
  // Line breaks are kept.
  const html = new Eta({ autoTrim: false });
  const text = new Eta({ autoTrim: false, autoEscape: false });
  const compiled = new Map<string, (data: object) => string>();
  for (const [name, source] of sources) {
    const engine = name.endsWith('.html.eta') ? html : text;
    const one = blame(source.file, () => engine.compile(source.text));
    if (SHARED.has(name)) engine.loadTemplate(`@${name.replace(/\.html\.eta$/, '')}`, one);
    compiled.set(name, one.bind(engine));
  }
  return compiled;
}

function blame<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    // Eta shows the place on further lines.
    throw new Error(`${file}: ${oneLine(asError(error).message).slice(0, 300)}`, { cause: error });
  }
}

/**
 * @param folder of the project's own templates (MAIL_TEMPLATES), which replace single ones
 * @throws ConfigError for an unreadable folder, or an invalid template
 */
export function loadMailTemplates(folder: string | undefined) {
  try {
    const sources = new Map([...readFolder(OWN_FOLDER), ...(folder === undefined ? [] : readFolder(folder))]);
    const compiled = compileAll(sources);
    // Layouts first, so that errors name the right file.
    for (const [name, { file }] of [...sources].sort(([one], [other]) => depthOf(one) - depthOf(other))) {
      blame(file, () => tryOut(compiled, name));
    }
    return {
      /** @param languages tags; the first one with a template is used, otherwise English */
      render(template: MailTemplate, languages: readonly string[], values: MailValues) {
        const lang = nearestLanguage([...languages, 'en'], (one) => compiled.has(`${one}/${template}.txt.eta`)) ?? 'en';
        const { subject, text } = renderText(compiled, `${lang}/${template}.txt.eta`, values);
        return {
          subject,
          text,
          html: renderOne(compiled, `${lang}/${template}.html.eta`, { ...values, subject }),
          lang,
        };
      },
    };
  } catch (error) {
    throw new ConfigError(`MAIL_TEMPLATES: ${oneLine(asError(error).message)}`);
  }
}

const depthOf = (name: string): number => name.split('/').length;

/** @param name such as `de/signup.txt.eta` */
function renderOne(compiled: Compiled, name: string, given: object): string {
  const values = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, oneLine(String(value))]));
  const [lang = ''] = name.split('/');
  const dir = RIGHT_TO_LEFT.has(lang.split('-')[0] ?? '') ? 'rtl' : 'ltr';
  const template = compiled.get(name);
  if (!template) throw new Error(`there is no mail template ${name}`);
  return template({ ...values, lang, dir });
}

/** The first line is the subject. */
function renderText(compiled: Compiled, name: string, values: MailValues): { subject: string; text: string } {
  const [first = '', ...rest] = renderOne(compiled, name, values).trimStart().split('\n');
  return { subject: oneLine(first), text: `${rest.join('\n').trim()}\n` };
}

/** @throws the error of an invalid template */
function tryOut(compiled: Compiled, name: string): void {
  const isText = name.endsWith('.txt.eta');
  renderOne(compiled, name, { ...SAMPLE, ...(!isText && { subject: 'Subject', body: '', label: 'Label' }) });
  const beside = isText ? name.replace(/txt\.eta$/, 'html.eta') : name.replace(/html\.eta$/, 'txt.eta');
  if (!SHARED.has(name) && !compiled.has(beside)) throw new Error(`${beside} is missing beside it`);
  if (!isText) return;
  const { subject, text } = renderText(compiled, name, SAMPLE);
  if (subject === '' || text.trim() === '') throw new Error('the first line is the subject, the others are the text');
}

/** The first of these tags, or of its shorter forms (`de-AT`, `de`), with a template. */
export function nearestLanguage(tags: readonly string[], exists: (tag: string) => boolean): string | undefined {
  for (const tag of tags) {
    const parts = tag.toLowerCase().split(/[-_]/);
    for (let length = parts.length; length > 0; length--) {
      const shorter = parts.slice(0, length).join('-');
      if (exists(shorter)) return shorter;
    }
  }
  return undefined;
}
