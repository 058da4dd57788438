import {
  NO_FILTER,
  type CloudEventIdentity,
  type EtaUnknownForm,
  type ReceiverFilter,
  type ReferenceKey,
  type WebhookFormat,
} from '#libs/contracts';

/** How the webhooks of a receiver look, and which events it gets. */
export interface WebhookForm {
  readonly format: WebhookFormat;
  readonly etaUnknownForm: EtaUnknownForm;
  readonly queryParameters: readonly ReferenceKey[];
  readonly filter: ReceiverFilter;
  readonly isSigned: boolean;
  /** The whole answer must come within this time. */
  readonly timeoutMs: number;
  readonly identity: CloudEventIdentity;
}

/** A receiver as the service creates it when only a URL is given. */
export const PLAIN_FORM: WebhookForm = {
  format: 'plain',
  etaUnknownForm: 'object',
  queryParameters: [],
  filter: { ...NO_FILTER, events: [] },
  isSigned: true,
  timeoutMs: 15_000,
  identity: { source: '', vendor: '' },
};
