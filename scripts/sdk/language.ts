// What `npm run sdk` and `npm run sdk:check` need of a language; one file for each, named after it, gathered in languages.ts.

export type LanguageName = 'typescript' | 'python' | 'php' | 'go' | 'java';

/** Lines of progress, one at a time, without a line feed. */
export type Say = (line: string) => void;

export interface Need {
  /** A check compiles and runs the client too. */
  purpose: 'generate' | 'check';
  say: Say;
}

export interface SdkLanguage {
  name: LanguageName;
  /**
   * Gets what it needs, the generator in its version and for a check what the machine's package manager gives.
   * @returns why it cannot be made or checked here, such as a compiler that is missing and how to get it; undefined when it can
   */
  missing(need: Need): Promise<string | undefined>;
  /**
   * Makes a client.
   * @param description path of the description as JSON
   * @param out an empty folder
   * @throws Error with the output of the generator
   */
  generate(input: { description: string; out: string; say: Say }): Promise<void>;
  /** Of the client, in Markdown; its example is about `documents`, as those of `usage` (example.ts). */
  readme: string;
  /** How to use it, in about three lines that are shown when it is made. */
  usage(input: { out: string; url: string }): readonly string[];
  /**
   * Compiles the client in `out` and runs the scenario of the language against the service, as its users would. The
   * service holds the project of sample-project.ts.
   * @throws Error with the output of what failed
   */
  check(input: CheckInput): Promise<void>;
}

export interface CheckInput {
  out: string;
  /** Of the service, without trailing slash. */
  url: string;
  username: string;
  password: string;
  say: Say;
}
