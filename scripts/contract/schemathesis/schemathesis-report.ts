/** Parses the report of Schemathesis, which is lines of JSON. */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { hideSecrets, showText } from '../report/report.ts';

export interface SchemathesisFailure {
  /** `GET /documents`; of a chain of requests, the last one. */
  operation: string;
  title: string;
  /** Error, request and start of the response, without secrets. */
  detail: string;
}

interface Check {
  name: string;
  status: string;
  failure_info?: { failure: { title: string; operation: string; message: string } };
}

interface Interaction {
  request?: { method: string; uri: string };
  response?: { status_code: number; content?: { $base64: string } | string | null };
}

interface ErrorValue {
  type?: string;
  message?: string;
  title?: string;
}

interface Event {
  ScenarioFinished?: {
    recorder: {
      label: string;
      /** By the id of the request; absent without one. */
      checks?: Record<string, Check[]>;
      interactions?: Record<string, Interaction>;
    };
  };
  NonFatalError?: { label?: string; value?: ErrorValue };
  FatalError?: { exception?: ErrorValue };
}

const MAX_EXCERPT = 4_000;

function excerpt({ request, response }: Interaction): string {
  const content = response?.content;
  const text = typeof content === 'string' ? content : Buffer.from(content?.$base64 ?? '', 'base64').toString();
  const requestLine = request ? `${request.method} ${hideSecrets(request.uri).slice(0, MAX_EXCERPT)}` : 'no request';
  return `${requestLine}\n${response?.status_code ?? 'no answer'} ${showText(text).slice(0, MAX_EXCERPT)}`;
}

type Recorder = NonNullable<Event['ScenarioFinished']>['recorder'];

function* failuresOf({ label, checks = {}, interactions = {} }: Recorder): Generator<SchemathesisFailure> {
  for (const [id, outcomes] of Object.entries(checks)) {
    for (const { status, failure_info: info } of outcomes) {
      if (status !== 'failure' || !info) continue;
      const { operation, title, message } = info.failure;
      const detail = `${hideSecrets(message)}\n${excerpt(interactions[id] ?? {})}`;
      yield { operation: operation || label, title, detail };
    }
  }
}

/** Errors of Schemathesis or Python that say nothing of the service: `SystemError` is that of a nested literal (CPython 106905). */
const OF_THE_TOOL: ReadonlySet<string> = new Set(['FlakyFailure', 'SystemError']);

/** Reasons why operations were not tried; a failure that did not occur again is in the notes alone. */
function errorOf({ NonFatalError, FatalError }: Event, notes: readonly Note[]): SchemathesisFailure | undefined {
  const broken = NonFatalError?.value ?? FatalError?.exception;
  if (!broken) return undefined;
  const operation = NonFatalError?.label ?? 'the run';
  const noted = notes
    .filter((note) => note.operation === operation && note.hint !== true)
    .map(({ message, answer }) => `${message}\n${answer}`);
  // Schemathesis could not reproduce an example, or its Python failed to compile one; failures are noted when they occur.
  if (OF_THE_TOOL.has(broken.type ?? '') && noted.length === 0) return undefined;
  const detail = [JSON.stringify(broken).slice(0, MAX_EXCERPT), ...noted.slice(-3)].join('\n');
  return { operation, title: 'Schemathesis cannot go on', detail: hideSecrets(detail) };
}

/** A failure as schemathesis_hooks.py has noted it. */
interface Note {
  operation: string;
  message: string;
  answer: string;
  /** Noted only. */
  hint?: boolean;
}

async function readNotes(file: string): Promise<Note[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Note);
}

/** Scenarios of several operations have another label. */
const OPERATION = /^[A-Z]+ \//;

/** One for each operation and code of an error. */
function hintsOf(notes: readonly Note[]): SchemathesisFailure[] {
  const hints = new Map<string, SchemathesisFailure>();
  for (const { operation, message, answer, hint } of notes) {
    const key = `${operation} ${/"code":"[^"]*"/.exec(answer)?.[0] ?? ''}`;
    if (hint !== true || hints.has(key)) continue;
    const [title = ''] = message.split('\n');
    hints.set(key, { operation, title, detail: hideSecrets(showText(answer)) });
  }
  return [...hints.values()];
}

/**
 * The tried operations, the number of requests, one failure for each operation, title and first line of the detail, and as
 * hints the refusals with a described response of requests that fit their schema.
 */
export async function readResults(file: string, notesFile: string) {
  const notes = await readNotes(notesFile);
  const tried = new Set<string>();
  const failures = new Map<string, SchemathesisFailure>();
  let requests = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const event = JSON.parse(line) as Event;
    const recorder = event.ScenarioFinished?.recorder;
    const count = Object.keys(recorder?.interactions ?? {}).length;
    requests += count;
    if (recorder && count > 0 && OPERATION.test(recorder.label)) tried.add(recorder.label);
    const error = errorOf(event, notes);
    for (const failure of [...(recorder ? failuresOf(recorder) : []), ...(error ? [error] : [])]) {
      const key = [failure.operation, failure.title, failure.detail.split('\n')[0]].join(' ');
      if (!failures.has(key)) failures.set(key, failure);
    }
  }
  return { tried, requests, failures: [...failures.values()], hints: hintsOf(notes) };
}
