import type { Scan, WebhookPayload } from '#libs/contracts';
import type { ScanReading } from '../carriers/interpret-scan.js';
import type { DecidedEvent, DecisionRules } from '../events/decision.js';

/** Everything that decides a batch: rules, meanings of scans, texts of events. */
export interface Rulebook {
  readonly rules: DecisionRules;
  readonly interpret: (scan: Scan) => ScanReading;
  /** The name of the set of carrier files behind `interpret`. */
  readonly ruleSet: string;
  readonly render: (event: DecidedEvent) => { readonly payload: WebhookPayload; readonly isLanguageFallback: boolean };
}
