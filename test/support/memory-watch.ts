import { readFile } from 'node:fs/promises';
import type { App } from './app.js';
import { metricValue } from './metric-value.js';

const EVERY_MS = 250;
const [KIB, MIB] = [2 ** 10, 2 ** 20];

interface Sample {
  /** Messages of the topic that had got their verdict. */
  readonly taken: number;
  readonly residentMiB: number;
}

/** The most that the app's process has had in memory at once. */
export async function mostResidentBytes({ pid }: Pick<App, 'pid'>): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s*(\d+) kB/.exec(status)![1]) * KIB;
}

/** Looks at the memory of a running app over and over, beside how many messages of a topic it has taken. */
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

  /** Ends the looking, with a last look. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    await this.look();
  }

  /** The highest resident memory, MiB, while more than `from` and at most `to` messages had been taken. */
  peakMiB(from: number, to: number): number {
    return Math.max(...this.samples.filter(({ taken }) => taken > from && taken <= to).map(({ residentMiB }) => residentMiB));
  }

  private async look(): Promise<void> {
    const text = await this.app.metrics(); // both of one moment
    this.samples.push({
      taken: metricValue(text, 'kafka_messages_processed_total', { topic: this.topic }) ?? 0,
      residentMiB: Math.round((metricValue(text, 'process_resident_memory_bytes') ?? 0) / MIB),
    });
  }
}
