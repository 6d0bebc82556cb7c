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
interface Content {
  title: string;
  /** Instead of those of the path. */
  crumbs?: readonly Crumb[];
  /** By path: pages in the breadcrumbs that are not named by their path. */
  labels?: Readonly<Record<string, string>> | undefined;
  [member: string]: unknown;
}

export interface Pages {
  /** @returns a whole HTML document */
  render(name: PageName, frame: Frame, content: Content): string;
  /** Its name contains its hash, so that it may be cached permanently. */
  stylesheet: { path: string; text: string };
  /** For forms with a passkey: inline, and allowed by its hash in the policy of the page. */
  script: { hash: string };
  /** For pages with rich text or uploads: a file whose hash is in its name and in the policy of the page (D968). */
  editor: { path: string; text: string; hash: string };
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** The sign-in form, which returns to a page. */
const signInHref = (frame: Pick<Frame, 'base' | 'path'>): string =>
  ownHref(`/html/sign-in?return=${encodeURIComponent(frame.path)}`, frame);

/** @throws Error for an invalid template */
export function loadPages(): Pages {
  const eta = new Eta({ autoTrim: false });
  const templates = readdirSync(new URL('templates/', import.meta.url)).filter((name) => name.endsWith('.eta'));
  for (const name of templates) {
    eta.loadTemplate(`@${name.replace(/\.eta$/, '')}`, eta.compile(read(`templates/${name}`).trimEnd()));
  }
  const text = read('style.css');
  const script = read('passkey.js');
  const editor =
    read(import.meta.resolve('squire-rte').replace(/[^/]+$/, 'squire.js')).replace(/\/\/# source.*\s*$/, '') +
    read('editor.js');
  const editorHash = createHash('sha256').update(editor).digest();
  const editorPath = `/html/editor-${editorHash.toString('hex').slice(0, 16)}.js`;
  const editorIntegrity = `sha256-${editorHash.toString('base64')}`;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return {
    stylesheet: { path: `/html/style-${hash}.css`, text },
    script: { hash: `sha256-${createHash('sha256').update(script).digest('base64')}` },
    editor: { path: editorPath, text: editor, hash: editorIntegrity },
    render(name, frame, content) {
      const shared = {
        crumbs: crumbsOf(frame, content.labels),
        ...content,
        script: content['passkey'] ? script : undefined,
        editor: content['hasEditor'] === true ? { path: editorPath, hash: editorIntegrity } : undefined,
        frame,
        signIn: signInHref(frame),
        link: (path: string) => ownHref(path, frame),
        isHere: (path: string) =>
          frame.path === path || (/^[/?]/.test(frame.path.slice(path.length)) && frame.path.startsWith(path)),
      };
      return withoutControls(eta.render('@layout', { ...shared, body: eta.render(`@${name}`, shared) }));
    },
  };
}
