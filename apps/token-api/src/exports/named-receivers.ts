// Finds the same receivers for a text as the list of the console.
import type { HealthState } from '../receiver-health/receiver-health.js';
import type { ListedReceiver } from '../receivers/receiver-view.dto.js';

/** The console's labels for states that it does not call by the word of the API. */
const LABELS: Partial<Readonly<Record<HealthState, string>>> = { circuit_open: 'Not answering', switched_off: 'Switched off' };

type Named = Pick<ListedReceiver, 'receiverId' | 'name' | 'url'> & { readonly health: Pick<ListedReceiver['health'], 'state'> };

/** Returns the receivers with the text in their name, URL, state or id. @param text undefined = all */
export function namedReceivers<R extends Named>(receivers: readonly R[], text: string | undefined): readonly R[] {
  const sought = text?.trim().toLowerCase() ?? '';
  return receivers.filter(({ receiverId, name, url, health: { state } }) =>
    [receiverId, name, url, state, LABELS[state] ?? ''].some((part) => part.toLowerCase().includes(sought)),
  );
}
