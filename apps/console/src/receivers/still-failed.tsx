import { TextLink } from '../shared/links.js';
import { words } from '../words/words.js';
import { stillFailedText } from './receiver-state.js';

/** What is still failed may be as old as the oldest delivery that is kept. */
const KEPT_MS = 120 * 24 * 3_600_000;

/** How many deliveries of a receiver are still failed; leads to where they are sent again. */
export function StillFailed({ receiverId, stillFailed }: { readonly receiverId: string; readonly stillFailed: number }) {
  return (
    <TextLink
      to="/recover"
      search={{ receiverId, from: new Date(Date.now() - KEPT_MS).toISOString() }}
      size="xs"
      c="red"
      underline="always"
    >
      {words.receivers.stillFailed(stillFailedText([stillFailed]))}
    </TextLink>
  );
}
