// The changes of `npm run new`: all are computed before the first file is written, and no file is overwritten.
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, type FormatOptions } from 'oxfmt';
import { makeFolder } from '../../core/disk/make-folder.ts';
import { CommandError } from '../command-line.ts';

/** An error in a request for something new, in one line. */
export class NewError extends CommandError {}

export interface Changes {
  /** As it is, or as it will be. @throws NewError for a missing file */
  read(file: string): string;
  has(file: string): boolean;
  /** @throws NewError for an existing file */
  create(file: string, text: string): void;
  edit(file: string, change: (text: string) => string): void;
  /** Files with their new content, formatted; `isNew` for new ones. */
  list(): Promise<{ file: string; text: string; isNew: boolean }[]>;
  write(): Promise<void>;
}

/** @param root of the project; files are named relative to it */
export function createChanges(root: string): Changes {
  const changed = new Map<string, string>();
  const place = (file: string): string => path.join(root, file);
  const read = (file: string): string => {
    const text = changed.get(file) ?? (existsSync(place(file)) ? readFileSync(place(file), 'utf8') : undefined);
    if (text === undefined) throw new NewError(`${file} is not there`);
    return text;
  };
  const list: Changes['list'] = async () => {
    const options = JSON.parse(readFileSync(place('.oxfmtrc.json'), 'utf8')) as FormatOptions;
    return Promise.all(
      [...changed].map(async ([file, text]) => ({
        file,
        text: (await format(place(file), text, options)).code,
        isNew: !existsSync(place(file)),
      })),
    );
  };
  return {
    read,
    has: (file) => changed.has(file) || existsSync(place(file)),
    create(file, text) {
      if (changed.has(file) || existsSync(place(file))) {
        throw new NewError(`${file} exists already, and is not overwritten: remove it, or take another name`);
      }
      changed.set(file, text);
    },
    edit: (file, change) => void changed.set(file, change(read(file))),
    list,
    async write() {
      for (const { file, text } of await list()) {
        await makeFolder(path.dirname(place(file)));
        await writeFile(place(file), text);
      }
    },
  };
}

/** Puts `added` before the last occurrence of `mark`. @throws NewError when the file has changed its form */
export function insertBeforeLast(file: string, text: string, mark: string, added: string): string {
  const at = text.lastIndexOf(mark);
  if (at < 0) throw new NewError(`${file} has no "${mark.trim()}" any more: write "${added.trim()}" there by hand`);
  return `${text.slice(0, at)}${added}${text.slice(at)}`;
}

/** Appends a block of YAML to a file, after an empty line. */
export const withBlock = (text: string, block: string): string => `${text.trimEnd()}\n\n${block.trim()}\n`;
