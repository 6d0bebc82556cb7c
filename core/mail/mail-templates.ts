// Templates of mails: those of the service, and files of the project in their place (D260). The only user of Eta, which is
// given text and never a path, so that a template reads no files.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta/core';
import { ConfigError } from '../config.ts';
import { oneLine } from './mail-address.ts';
import type { MailTemplate } from './mail-jobs.ts';
import { TEMPLATES } from './mail-payload.ts';

/** What a template is given, as `it`. All are of one line. */
export interface MailValues {
  /** Name of the project. */
  project: string;
  /** Of the user; empty when there is none to show. */
  name: string;
  /** Empty when the mail has none. */
  link: string;
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
  lang: string;
}

export interface MailTemplates {
  /** @param languages tags, the first that there is a template of is taken, or else English */
  render(template: MailTemplate, languages: readonly string[], values: MailValues): MailContent;
}

const OWN_FOLDER = fileURLToPath(new URL('templates', import.meta.url));
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/;
/** For all languages: what stands around each mail, and its link. */
const SHARED: ReadonlySet<string> = new Set(['layout.html.eta', 'button.html.eta']);
const NAMES: readonly string[] = Object.keys(TEMPLATES).flatMap((name) => [`${name}.html.eta`, `${name}.txt.eta`]);
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

type Template = (data: object) => string;

/** Path of each template below its folder (`de/signup.txt.eta`), and its text. */
type Sources = Map<string, { file: string; text: string }>;

/** @throws Error with the file that cannot be read, or is no template */
function readFolder(folder: string): Sources {
  const sources: Sources = new Map();
  const add = (name: string): void => {
    const file = path.join(folder, name);
    const [language = '', inLanguage] = name.includes('/') ? name.split('/') : [];
    const isKnown = inLanguage === undefined ? SHARED.has(name) : LANGUAGE.test(language) && NAMES.includes(inLanguage);
    if (!isKnown) {
      throw new Error(
        `${file} is no template: there are ${[...SHARED].join(', ')} and, in a folder such as de, ${NAMES.join(', ')}`,
      );
    }
    sources.set(name, { file, text: readFileSync(file, 'utf8') });
  };
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = entry.isDirectory() ? readdirSync(path.join(folder, entry.name)) : [];
    const names = entry.isDirectory() ? inside.map((name) => `${entry.name}/${name}`) : [entry.name];
    names.filter((name) => name.endsWith('.eta')).forEach(add);
  }
  return sources;
}

/** Every template compiled, and tried once. @throws Error with the file that is wrong */
function compileAll(sources: Sources): Map<string, Template> {
  // Line breaks stay as they are.
  const html = new Eta({ autoTrim: false });
  const text = new Eta({ autoTrim: false, autoEscape: false });
  const engineOf = (name: string): Eta => (name.endsWith('.html.eta') ? html : text);
  const compiled = new Map<string, Template>();
  for (const [name, source] of sources) {
    const engine = engineOf(name);
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
    throw new Error(`${file}: ${oneLine((error as Error).message).slice(0, 300)}`, { cause: error });
  }
}

/**
 * @param folder of the project's own templates (MAIL_TEMPLATES), which win one by one
 * @throws ConfigError for a folder that cannot be read, or a template that cannot be used
 */
export function loadMailTemplates(folder: string | undefined): MailTemplates {
  try {
    const sources = new Map([...readFolder(OWN_FOLDER), ...(folder === undefined ? [] : readFolder(folder))]);
    const templates = createTemplates(compileAll(sources));
    for (const [name, { file }] of sources) {
      if (!SHARED.has(name)) blame(file, () => templates.tryOut(name));
    }
    return templates;
  } catch (error) {
    throw new ConfigError(`MAIL_TEMPLATES: ${oneLine((error as Error).message)}`);
  }
}

const SAMPLE: MailValues = { project: 'Project', name: 'Name', link: 'https://example.org/?uuid=1' };

function createTemplates(compiled: ReadonlyMap<string, Template>) {
  function renderIn(lang: string, template: string, given: MailValues): MailContent {
    const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, oneLine(String(value))]));
    const run = (form: 'txt' | 'html', added: Record<string, string> = {}): string => {
      const one = compiled.get(`${lang}/${template}.${form}.eta`);
      if (!one) throw new Error(`${lang}/${template}.${form}.eta is missing beside it`);
      const dir = RIGHT_TO_LEFT.has(lang.split('-')[0] ?? '') ? 'rtl' : 'ltr';
      return one({ ...values, ...added, lang, dir });
    };
    // The first line of the text is the subject.
    const [first = '', ...rest] = run('txt').trimStart().split('\n');
    const subject = oneLine(first);
    return { subject, text: `${rest.join('\n').trim()}\n`, html: run('html', { subject }), lang };
  }

  return {
    render(template: MailTemplate, languages: readonly string[], values: MailValues): MailContent {
      const lang = nearestLanguage([...languages, 'en'], (one) => compiled.has(`${one}/${template}.txt.eta`));
      return renderIn(lang ?? 'en', template, values);
    },
    /** @param name such as `de/signup.txt.eta` */
    tryOut(name: string): void {
      const [lang = '', file = ''] = name.split('/');
      const { subject, text } = renderIn(lang, file.split('.')[0] ?? '', SAMPLE);
      if (subject === '' || text.trim() === '')
        throw new Error('the first line is the subject, the others are the text');
    },
  };
}

/** The first of these tags, or of what is left of it without its last parts (`de-AT`, `de`), that there is. */
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
