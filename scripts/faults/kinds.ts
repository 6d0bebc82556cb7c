// The faults, each with what ends it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.ts';
import type { Member, ReplicaSet } from './replica-set.ts';
import type { FaultyService } from './service-process.ts';

export interface Stage {
  replicaSet: ReplicaSet;
  services: readonly FaultyService[];
  random: Random;
  stoppedMs: number;
}

/** Does something to the stage, and resolves when it is undone. */
type Fault = (stage: Stage) => Promise<void>;

const AFTER_END_MS = 500;

async function onService({ services, random, stoppedMs }: Stage, signal: NodeJS.Signals): Promise<void> {
  const service = services[random.below(services.length)] as FaultyService;
  service.disturbed = { from: performance.now(), to: Infinity };
  service.signal(signal);
  if (signal === 'SIGSTOP') {
    await sleep(stoppedMs);
    service.signal('SIGCONT');
    // Requests that it has held in this time may end with any result.
    await sleep(AFTER_END_MS);
  } else await service.restart();
  service.disturbed.to = performance.now();
}

async function onMembers(members: readonly Member[], signal: NodeJS.Signals, stoppedMs: number): Promise<void> {
  for (const member of members) await member.signal(signal);
  await sleep(signal === 'SIGSTOP' ? stoppedMs : AFTER_END_MS);
  for (const member of members) await (signal === 'SIGSTOP' ? member.signal('SIGCONT') : member.restart());
}

const onPrimary =
  (signal: NodeJS.Signals): Fault =>
  async ({ replicaSet, stoppedMs }) =>
    onMembers([await replicaSet.primary()], signal, stoppedMs);

const onSecondary =
  (signal: NodeJS.Signals): Fault =>
  async ({ replicaSet, random, stoppedMs }) => {
    const secondaries = await replicaSet.secondaries();
    return onMembers([secondaries[random.below(secondaries.length)] as Member], signal, stoppedMs);
  };

/** The primary and a secondary: there is no majority during this time. */
const onTwo =
  (signal: NodeJS.Signals): Fault =>
  async ({ replicaSet, random, stoppedMs }) => {
    const secondaries = await replicaSet.secondaries();
    const primary = await replicaSet.primary();
    return onMembers([primary, secondaries[random.below(secondaries.length)] as Member], signal, stoppedMs);
  };

export const KINDS: Readonly<Record<string, Fault>> = {
  'service, SIGKILL': (stage) => onService(stage, 'SIGKILL'),
  'service, SIGSTOP': (stage) => onService(stage, 'SIGSTOP'),
  'service, SIGTERM': (stage) => onService(stage, 'SIGTERM'),
  'primary, SIGKILL': onPrimary('SIGKILL'),
  'primary, SIGSTOP': onPrimary('SIGSTOP'),
  'primary, SIGTERM': onPrimary('SIGTERM'),
  'secondary, SIGKILL': onSecondary('SIGKILL'),
  'secondary, SIGSTOP': onSecondary('SIGSTOP'),
  'secondary, SIGTERM': onSecondary('SIGTERM'),
  'two of three, SIGKILL': onTwo('SIGKILL'),
  'two of three, SIGSTOP': onTwo('SIGSTOP'),
};
