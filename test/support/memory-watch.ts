import { readFile } from 'node:fs/promises';
import type { App } from './app.js';
import { metricValue } from './metric-value.js';

const EVERY_MS = 250;
const [KIB, MIB] = [2 ** 10, 2 ** 20];

interface Sample {
  /** Number of the topic's messages that had a verdict. */
  readonly taken: number;
  readonly residentMiB: number;
}

/** Returns the highest memory usage of the app's process so far. */
export async function mostResidentBytes({ pid }: Pick<App, 'pid'>): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)![1]) * KIB;
}

/** Samples the memory of a running app, together with the number of messages of a topic that it has processed. */
export class MemoryWatch {
  private readonly samples: Sample[] = [];
  private readonly timer: NodeJS.Timeout;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly app: App,
    private readonly topic: string,
  ) {
    this.timer = setInterval(() => {
      this.looking = this.looking.then(() => this.look()).catch(() => undefined);
    }, EVERY_MS);
  }

  /** Stops sampling, with a last sample. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    await this.look();
  }

  /** Returns the highest resident memory in MiB while more than `from` and at most `to` messages had been processed. */
  peakMiB(from: number, to: number): number {
    return Math.max(...this.samples.filter(({ taken }) => taken > from && taken <= to).map(({ residentMiB }) => residentMiB));
  }

  private async look(): Promise<void> {
    const text = await this.app.metrics(); // Both values are of the same moment.
    this.samples.push({
      taken: metricValue(text, 'kafka_messages_processed_total', { topic: this.topic }) ?? 0,
      residentMiB: Math.round((metricValue(text, 'process_resident_memory_bytes') ?? 0) / MIB),
    });
  }
}
