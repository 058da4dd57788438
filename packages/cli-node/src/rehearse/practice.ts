import type { WebhookPayload } from '#libs/contracts';
import shipped from './lives.json' with { type: 'json' };

export interface Life {
  readonly name: string;
  readonly title: string;
  /** In the order in which the service sends them. */
  readonly events: readonly WebhookPayload[];
}

const LIVES = shipped as unknown as readonly Life[];

/** What makes the parcels of a rehearsal different from those of any other. */
export interface Naming {
  /** Letters and digits at the end of each number. */
  readonly run: string;
  readonly newId: () => string;
}

const NUMBER = /TEST-[\dA-Za-z-]+/g;

/** Gives parcels, orders and events of a life numbers and ids of their own, so that a receiver sees them for the first time. */
export class Practice {
  private copies = 0;

  constructor(private readonly naming: Naming) {}

  /** All lives, as the service sends them. */
  all(): Life[] {
    return LIVES.map((life) => this.numbered(life, this.naming.run));
  }

  /** The same life of other parcels. */
  copy(name: string): Life {
    return this.numbered(lifeCalled(name), `${this.naming.run}-${++this.copies}`);
  }

  private numbered(life: Life, suffix: string): Life {
    const events = JSON.parse(JSON.stringify(life.events).replaceAll(NUMBER, (number) => `${number}-${suffix}`)) as WebhookPayload[];
    return { ...life, events: events.map((event) => ({ ...event, eventid: this.naming.newId() })) };
  }
}

function lifeCalled(name: string): Life {
  const life = LIVES.find((each) => each.name === name);
  if (!life) throw new Error(`lives.json has no ${name}`);
  return life;
}
