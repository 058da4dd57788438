import { history, type HistoryMessage, type Wave } from '../../builders/history.js';
import { SimpleModel } from '../../support/simple-model.js';
import type { LoadPublisher } from './load-publisher.js';
import type { Progress } from './progress.js';

export interface BadMessage {
  readonly topic: string;
  readonly key: string;
  readonly reason: string;
}

const PARCELS = 20;
/** Average number of scans of such a cohort. */
export const COHORT_SCANS = PARCELS * 10;

/** A few parcels over months, in waves that must be processed one after the other. A model of its own gets the same messages. */
export class Cohort {
  readonly model = new SimpleModel();
  readonly bad: BadMessage[] = [];
  private readonly waves: readonly Wave[];
  private readonly trackingNumbers: ReadonlySet<string>;
  isOver = false;

  constructor(seed: number, index: number) {
    this.waves = history({ seed: seed * 10_000 + index, parcels: PARCELS, series: `${index}C` });
    const messages = this.waves.flatMap((wave) => wave.messages);
    this.trackingNumbers = new Set(messages.map(({ key }) => key.slice(key.indexOf(':') + 1)));
    for (const wave of this.waves) this.tellModel(wave);
  }

  async run(publisher: LoadPublisher, progress: Progress): Promise<void> {
    for (const { topic, messages } of this.waves) {
      const positions = await publisher.publish(topic, messages.map(toWire));
      await progress.untilTaken(positions, this.trackingNumbers);
    }
    this.isOver = true;
  }

  private tellModel({ topic, messages }: Wave): void {
    const refusedBefore = this.model.refused.length;
    for (const message of messages) {
      if (message.kind === 'scan') this.model.takeScan(message.value);
      else if (message.kind === 'record') this.model.takeRecord(message.value);
      else this.bad.push({ topic, key: message.key, reason: message.reason });
    }
    this.model.refused.slice(refusedBefore).forEach((key) => this.bad.push({ topic, key, reason: 'E_LINK' }));
    this.model.fireOverdue(Date.now());
  }
}

const toWire = ({ key, kind, value }: HistoryMessage): { key: string; value: string } => ({
  key,
  value: kind === 'bad' ? value : JSON.stringify(value),
});
