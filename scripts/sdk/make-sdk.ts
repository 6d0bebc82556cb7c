// Makes the client of one language from a running service: download, then generate.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nodeAt, type OpenApiDocument } from '../../core/description/openapi-document.ts';
import { writeChanges } from './changes.ts';
import { downloadDescription, type DescriptionSource } from './source/download-description.ts';
import { aboutType, exampleType } from './example.ts';
import type { Say, SdkLanguage } from './language.ts';
import { inTemporaryFolder, replaceFolder } from './out-folder.ts';
import { assertTrusted } from './source/trusted-description.ts';

export interface SdkOrder extends DescriptionSource {
  language: SdkLanguage;
  /** Absolute path of a new folder, or of an earlier client. */
  out: string;
  /** Of the package in its registry, and the address of its code; for languages whose registries need them. */
  name?: string | undefined;
  repository?: string | undefined;
  say: Say;
}

/**
 * @returns the type in the README, undefined where the client has none
 * @throws SdkError of one line, or Error with the output of the generator
 */
export async function makeSdk({
  language,
  out,
  name,
  repository,
  say,
  ...source
}: SdkOrder): Promise<string | undefined> {
  let example: string | undefined;
  await inTemporaryFolder('colophon-sdk-', async (temporary) => {
    await replaceFolder(out, { language: language.name, url: source.url }, async (folder) => {
      say(`reading ${source.url}/openapi.json`);
      const description = path.join(temporary, 'openapi.json');
      const text = await downloadDescription(source);
      const document = JSON.parse(text) as OpenApiDocument;
      assertTrusted(document);
      await writeFile(description, text);
      say(`${Math.round(text.length / 1024)} kB of description; making the ${language.name} client`);
      await language.generate({ description, document, out: folder, name, repository, say });
      example = exampleType(document);
      await writeFile(
        path.join(folder, 'README.md'),
        underName(language, name, aboutType(language.readme, example) + (await programOf(language, document))),
      );
      await writeChanges(document, { former: out, folder });
    });
  });
  return example;
}

/** A text about the client of a language, with the name of the package that it has. */
export const underName = ({ packageName }: SdkLanguage, name: string | undefined, text: string): string =>
  name !== undefined && packageName.imported !== undefined ? text.replaceAll(packageName.imported, name) : text;

/** What the program of a language needs. */
const NEEDED = [
  ...['/auth', '/documents', '/documents/{object_id}/relationships/poster', '/images'],
  ...['/streams/upload/{file_name}', '/streams/download/{stream_id}'],
];

/** The program that its check runs, in Markdown; empty for a client that lacks a part of it. */
async function programOf({ name, program }: SdkLanguage, document: OpenApiDocument): Promise<string> {
  const paths = nodeAt(document, 'paths');
  if (program === undefined || !NEEDED.every((one) => one in paths)) return '';
  const text = `Sign in, create and link, list with a filter and what is related, upload and compare, read an error:`;
  return `\n${text}\n\n\`\`\`${name}\n${await readFile(program, 'utf8')}\`\`\`\n`;
}
