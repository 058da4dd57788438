import { percentile } from './percentiles.js';
import type { Measurement } from './scenario.js';

/** One webhook of the quiet account, epoch ms. */
export interface QuietWebhook {
  readonly recordMs: number;
  readonly eventMs: number;
  readonly postMs: number;
}

export interface Beside {
  readonly variant: string;
  /** The time in which the other accounts had work, epoch ms. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** The number of records published until then that became no webhook. */
  readonly missing: number;
}

/** Returns the delays of webhooks whose records were published while the other accounts had work. */
export function toDelays(webhooks: readonly QuietWebhook[], { variant, fromMs, untilMs, missing }: Beside): Measurement[] {
  const beside = webhooks.filter(({ recordMs }) => recordMs >= fromMs && recordMs < untilMs);
  const rows = (name: string, ms: readonly number[]): Measurement[] => {
    const of = (figure: string, share: number): Measurement => {
      const value = ms.length === 0 ? undefined : percentile(ms, share);
      return { variant, figure: `${name}, ${figure}`, unit: 'ms', value };
    };
    return [of('p50', 0.5), { ...of('p99', 0.99), ratioTarget: { atMost: 1.5 } }, of('max', 1)];
  };
  return [
    ...rows(
      'event to POST',
      beside.map(({ eventMs, postMs }) => postMs - eventMs),
    ),
    ...rows(
      'record to POST',
      beside.map(({ recordMs, postMs }) => postMs - recordMs),
    ),
    { variant, figure: 'webhooks measured', unit: '', value: beside.length },
    { variant, figure: 'webhooks missing a minute later', unit: '', value: missing },
  ];
}
