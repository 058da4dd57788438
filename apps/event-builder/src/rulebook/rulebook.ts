import type { Scan, WebhookPayload } from '#libs/contracts';
import type { ScanReading } from '../carriers/interpret-scan.js';
import type { DecidedEvent, DecisionRules } from '../events/decision.js';

/** How a batch is decided: the rules, what scans mean, how events read. */
export interface Rulebook {
  readonly rules: DecisionRules;
  readonly interpret: (scan: Scan) => ScanReading;
  /** Names the set of carrier files that `interpret` reads by. */
  readonly ruleSet: string;
  readonly render: (event: DecidedEvent) => { readonly payload: WebhookPayload; readonly isLanguageFallback: boolean };
}
