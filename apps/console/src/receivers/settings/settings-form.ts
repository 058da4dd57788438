// A receiver ⇄ the values of the form of its settings.
import type { Schemas, WebhookEventName } from '../../api/schemas.js';
import { changedLists } from '../filter/filter-lists.js';
import type { Filter } from '../filter/wish.js';

type Receiver = Schemas['Receiver'];
type Change = Schemas['ChangeReceiver'];

export interface MetadataRow {
  /** The id is only the key of the row on the screen. */
  readonly id: string;
  readonly key: string;
  readonly value: string;
}

export interface SettingsValues {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  readonly events: WebhookEventName[];
  readonly filter: Filter;
  readonly format: Receiver['format'];
  readonly queryParameters: Receiver['queryParameters'];
  readonly metadata: readonly MetadataRow[];
  /** '' = an empty field. */
  readonly timeoutMs: number | '';
  readonly maxPerSecond: number | '';
  readonly maxInFlight: number | '';
  readonly onGone: Receiver['onGone'];
  /** '' = never. */
  readonly disableAfterFailingFor: string;
  readonly etaUnknownForm: Receiver['etaUnknownForm'];
}

/** Returns the name that the owner gave. Without one, the API shows the host as the name. */
const givenName = ({ name, url }: Receiver): string => (URL.canParse(url) && name === new URL(url).host ? '' : name);

export const toValues = (receiver: Receiver): SettingsValues => ({
  name: givenName(receiver),
  description: receiver.description,
  url: receiver.url,
  events: receiver.events,
  filter: receiver.filter,
  format: receiver.format,
  queryParameters: receiver.queryParameters,
  metadata: Object.entries(receiver.metadata).map(([key, value]) => ({ id: key, key, value })),
  timeoutMs: receiver.timeoutMs,
  maxPerSecond: receiver.maxPerSecond ?? '',
  maxInFlight: receiver.maxInFlight ?? '',
  onGone: receiver.onGone,
  disableAfterFailingFor: receiver.disableAfterFailingFor ?? '',
  etaUnknownForm: receiver.etaUnknownForm,
});

const orNull = <T>(value: T | ''): T | null => (value === '' ? null : value);

const toChange = (values: SettingsValues): Required<Pick<Change, keyof SettingsValues>> => ({
  ...values,
  metadata: Object.fromEntries(values.metadata.filter(({ key }) => key !== '').map(({ key, value }) => [key, value])),
  timeoutMs: Number(values.timeoutMs),
  maxPerSecond: orNull(values.maxPerSecond),
  maxInFlight: orNull(values.maxInFlight),
  disableAfterFailingFor: orNull(values.disableAfterFailingFor),
});

/** Returns only the fields that differ, so that a colleague's changes stay. */
export function changesOf(before: SettingsValues, after: SettingsValues): Change {
  const old = toChange(before);
  const changes: Change = Object.fromEntries(
    Object.entries(toChange(after)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof SettingsValues])),
  );
  return changes.filter === undefined ? changes : { ...changes, filter: changedLists(before.filter, after.filter) };
}

/** Fields for people only: their change repairs no receiver. */
const WORDS = new Set(['name', 'description', 'metadata']);

/** Whether a change may make a receiver accept webhooks that it refused. */
export const mayRepair = (change: Change): boolean => Object.keys(change).some((field) => !WORDS.has(field));
