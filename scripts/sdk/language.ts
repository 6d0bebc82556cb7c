// The interface of a language for `npm run sdk` and `npm run sdk:check`; one file for each, gathered in languages.ts.

import type { OpenApiDocument } from '../../core/description/openapi-document.ts';

export type LanguageName = 'typescript' | 'python' | 'php' | 'go' | 'java';

/** Lines of progress, one at a time, without a line feed. */
export type Say = (line: string) => void;

export interface Need {
  /** A check compiles and runs the client too. */
  purpose: 'generate' | 'check';
  say: Say;
}

/** How the registry of a language names packages. */
export interface PackageName {
  form: RegExp;
  example: string;
  /** The name by default, where programs import it by the name of the package. */
  imported?: string;
}

export interface SdkLanguage {
  name: LanguageName;
  packageName: PackageName;
  /**
   * Gets the tools: the generator in its version, and for a check those of the machine's package manager.
   * @returns the reason why it cannot be made or checked here, such as a missing compiler, with advice; undefined when it can
   */
  missing(need: Need): Promise<string | undefined>;
  /**
   * Generates a client.
   * @param description path of the description as JSON
   * @param document its content, not to be changed
   * @param out an empty folder
   * @param name of the package in its registry
   * @param repository address of its code
   * @throws Error with the output of the generator
   */
  generate(input: {
    description: string;
    document: OpenApiDocument;
    out: string;
    name?: string | undefined;
    repository?: string | undefined;
    say: Say;
  }): Promise<void>;
  /** Of the client, in Markdown; its example is about `documents`, as those of `usage` (example.ts). */
  readme: string;
  /** A program of at most 30 lines, which `check` runs: signs in, lists, creates and links, uploads and compares, reads an error. */
  program?: string;
  /** Usage, in about three lines that are shown after generation. */
  usage(input: { out: string; url: string }): readonly string[];
  /**
   * Compiles the client in `out` and runs the scenario of the language against the service, which has the project of
   * world/sample-project.ts and the accounts of `env`.
   * @throws Error with the output of the failed program
   */
  check(input: CheckInput): Promise<void>;
}

export interface CheckInput {
  out: string;
  /** Of the service, without trailing slash. */
  url: string;
  username: string;
  password: string;
  /** Of the programs: the address and the accounts (world/sign-ins.ts). */
  env: Readonly<Record<string, string>>;
  say: Say;
}
