// What the service says when it is ready: few lines for a person on a terminal, one piece of text for programs that wait for it.
import type { Config } from '../core/config/config.ts';
import type { ReadyWorker } from './workers.ts';

export interface ReadyFacts extends ReadyWorker {
  /** Of the workers. */
  processes?: readonly number[];
  isTerminal: boolean;
}

type Settings = Pick<Config, 'publicUrl' | 'processRole' | 'adminUsername' | 'browserUi'>;

const WIDTH = 13;
const line = (name: string, text: string): string => `  ${name.padEnd(WIDTH)}${text}`;

/** @param password generated */
export const passwordLine = (password: string, { adminUsername }: Pick<Settings, 'adminUsername'>): string =>
  `administrator ${adminUsername}, password ${password} (shown only this once)`;

/** Where to begin, for a person. */
function firstSteps({ address, adminPassword }: ReadyFacts, config: Settings): string[] {
  const name = config.adminUsername;
  const lost = line('password', `that of the first start (lost: npm run password -- ${name})`);
  // The demo finds a service of this machine on the default port by itself.
  const place = address === 'http://127.0.0.1:3000' ? '' : ` -- --url ${address}`;
  return [
    ...(adminPassword === undefined ? [lost] : []),
    '',
    `Try "npm run demo${place}" in a second terminal: 250 countries to look at. Ctrl-C ends the service.`,
  ];
}

export function readyMessage(facts: ReadyFacts, config: Settings): string {
  const { address, adminPassword, processes = [], isTerminal } = facts;
  const url = config.publicUrl ?? address;
  const workers =
    processes.length > 0 ? [line('workers', `${processes.length} (processes ${processes.join(', ')})`)] : [];
  if (config.processRole === 'worker') {
    const probes = [line('health', `${url}/health`), line('readiness', `${url}/ready`)];
    return [`ready on ${address}`, '  runs jobs only', ...probes, ...workers].join('\n');
  }
  const places = [
    line('API', `${url}/home`),
    line('docs', `${url}/docs`),
    line('description', `${url}/openapi.json`),
    ...(config.browserUi ? [line('sign in', `${url}/html/sign-in`)] : []),
  ];
  const password = adminPassword === undefined ? [] : [`  ${passwordLine(adminPassword, config)}`];
  const steps = isTerminal ? firstSteps(facts, config) : [];
  return [`ready on ${address}`, ...places, ...password, ...workers, ...steps].join('\n');
}
