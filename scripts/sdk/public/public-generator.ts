// The interface of a generator of others for `npm run sdk:check -- --public`; gathered in public-generators.ts.
import type { Say } from '../language.ts';

/** What is tried with each generator, in this order. */
export const STEPS = ['takes it', 'compiles', 'program'] as const;
export type Step = (typeof STEPS)[number];

export interface StepInput {
  /** Path of the description as the service sent it. */
  description: string;
  /** A folder of this generator, empty at the first step. */
  out: string;
  /** Of the service, without trailing slash. */
  url: string;
  username: string;
  password: string;
  say: Say;
}

export interface PublicGenerator {
  /** With its version. */
  name: string;
  /** It needs seconds and npm alone: `npm run sdk:check` runs it too. */
  isFast?: true;
  /** Gets the tools. @returns the reason why it cannot be tried here; undefined when it can */
  missing(say: Say): Promise<string | undefined>;
  /** Tags that it cannot read: it gets the description that the service serves without them. */
  without?: { tags: readonly string[]; why: string } | undefined;
  /** Each throws an Error with the output of the failed program. A generator without a step has nothing there to try. */
  steps: Partial<Record<Step, ((input: StepInput) => Promise<unknown>) | undefined>>;
  /** Why a step is missing. */
  remark?: string | undefined;
  /** What is known to fail, in the generator itself: no construct of the description can avoid it. */
  fault?:
    | {
        step: Step;
        construct: string;
        /** Address of the issue of the generator. */
        issue: string;
      }
    | undefined;
}

/** The environment of a program. */
export const programEnv = ({ url, username, password }: StepInput): Record<string, string> => ({
  SERVICE_URL: url,
  SERVICE_USERNAME: username,
  SERVICE_PASSWORD: password,
});
