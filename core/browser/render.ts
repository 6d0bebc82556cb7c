// Pages from the templates in this folder, which escape by default (D322).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Eta } from 'eta/core';
import { withoutControls } from './control-characters.ts';
import { crumbsOf, ownHref, type Crumb, type Frame } from './pages/frame.ts';

/** Templates of whole pages. */
export type PageName =
  | 'home'
  | 'list'
  | 'object'
  | 'document'
  | 'error'
  | 'sign-in'
  | 'sign-up'
  | 'account'
  | 'enrol'
  | 'factor'
  | 'activate'
  | 'forgot-password'
  | 'new-password'
  | 'form'
  | 'file'
  | 'confirm'
  | 'relate';

/** The variable `it` of a template, without the members that every page has. */
export interface Content {
  title: string;
  /** Instead of those of the path. */
  crumbs?: readonly Crumb[];
  /** By path: pages in the breadcrumbs that are not named by their path. */
  labels?: Readonly<Record<string, string>> | undefined;
  /** A form for a passkey, with its script. */
  passkey?: unknown;
  /** It has rich text or uploads. */
  hasEditor?: boolean;
  [member: string]: unknown;
}

export type Pages = ReturnType<typeof loadPages>;

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Its name contains its hash, so that it may be cached permanently; pages and their policies name the other one. */
function assetOf(name: string, ending: string, type: string, text: string) {
  const hash = createHash('sha256').update(text).digest();
  const path = `/html/${name}-${hash.toString('hex').slice(0, 16)}.${ending}`;
  return { path, type, text, hash: `sha256-${hash.toString('base64')}` };
}

/** @throws Error for an invalid template */
export function loadPages() {
  const eta = new Eta({ autoTrim: false });
  const templates = readdirSync(new URL('templates/', import.meta.url)).filter((name) => name.endsWith('.eta'));
  for (const name of templates) {
    eta.loadTemplate(`@${name.replace(/\.eta$/, '')}`, eta.compile(read(`templates/${name}`).trimEnd()));
  }
  const script = assetOf('passkey', 'js', 'text/javascript', read('passkey.js'));
  const editorText =
    read(import.meta.resolve('squire-rte').replace(/[^/]+$/, 'squire.js')).replace(/\/\/# source.*\s*$/, '') +
    read('editor.js');
  const editor = assetOf('editor', 'js', 'text/javascript', editorText);
  return {
    stylesheet: assetOf('style', 'css', 'text/css', read('style.css')),
    /** For forms with a passkey: inline, and allowed by its hash in the policy of the page. */
    script,
    /** For pages with rich text or uploads: a file whose hash is in its name and in the policy of the page (D968). */
    editor,
    /** @returns a whole HTML document */
    render(name: PageName, frame: Frame, content: Content): string {
      const shared = {
        crumbs: crumbsOf(frame, content.labels),
        ...content,
        script: content.passkey ? script.text : undefined,
        editor: content.hasEditor === true ? editor : undefined,
        frame,
        // The sign-in form, which returns to this page.
        signIn: ownHref(`/html/sign-in?return=${encodeURIComponent(frame.path)}`, frame),
        link: (path: string) => ownHref(path, frame),
        isHere: (path: string) =>
          frame.path === path || (/^[/?]/.test(frame.path.slice(path.length)) && frame.path.startsWith(path)),
      };
      return withoutControls(eta.render('@layout', { ...shared, body: eta.render(`@${name}`, shared) }));
    },
  };
}
