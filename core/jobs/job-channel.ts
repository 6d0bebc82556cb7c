// Notifies Agenda of due jobs within moments, by a change stream of `async_jobs`.
import { BaseNotificationChannel, toJobId, type JobNotification } from 'agenda';
import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { LANES, laneOf } from './job-rows.ts';

type Jobs = Store['asyncJobs'];

interface Change {
  fullDocument?: { service: string; due: Date | null };
  updateDescription?: { updatedFields?: { due?: Date | null } };
}

const HAS_DUE = [
  {
    $match: {
      $or: [
        { operationType: { $in: ['insert', 'replace'] }, 'fullDocument.due': { $type: 'date' } },
        { operationType: 'update', 'updateDescription.updatedFields.due': { $type: 'date' } },
      ],
    },
  },
  { $project: { fullDocument: { service: 1, due: 1 }, updateDescription: { updatedFields: { due: 1 } } } },
];

const PAST = new Date(0);

export class JobChannel extends BaseNotificationChannel {
  #stream: ReturnType<Jobs['watch']> | undefined;

  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** From now on; what was missed is found by polling. */
  override connect(): Promise<void> {
    this.clearReconnect();
    const stream = this.jobs.watch(HAS_DUE);
    stream.on('change', (change: object) => this.#note(change));
    stream.on('error', (error: Error) => {
      if (this.#stream === stream) this.emit('error', error);
      this.#reconnect(stream);
    });
    stream.on('close', () => this.#reconnect(stream));
    this.#stream = stream;
    this.setState('connected');
    return Promise.resolve();
  }

  override async disconnect(): Promise<void> {
    const stream = this.#stream;
    this.#stream = undefined;
    this.clearReconnect();
    this.setState('disconnected');
    await stream?.close().catch(() => undefined);
    this.handlers.clear();
  }

  override publish(notification: JobNotification): Promise<void> {
    return this.notifyHandlers(notification);
  }

  /** Lets Agenda take the next jobs. */
  look(lanes: Iterable<string> = LANES.keys()): void {
    for (const jobName of lanes) {
      void this.publish({ jobId: toJobId(''), jobName, nextRunAt: PAST, priority: 0, timestamp: new Date() });
    }
  }

  #note({ fullDocument, updateDescription }: Change): void {
    const due = fullDocument?.due ?? updateDescription?.updatedFields?.due;
    if (due && due <= this.clock.now()) this.look(fullDocument && [laneOf(fullDocument.service)]);
  }

  #reconnect(stream: ReturnType<Jobs['watch']>): void {
    if (this.#stream !== stream) return;
    this.#stream = undefined;
    stream.close().catch(() => undefined);
    this.scheduleReconnect();
  }
}
