import { oldestDay } from '../../recover/recover-options.js';
import { TextLink } from '../../shared/links.js';
import { words } from '../../words/words.js';
import { stillFailedText } from './receiver-state.js';

/** How many deliveries of a receiver are still failed; leads to where they are sent again. */
export function StillFailed({ receiverId, stillFailed }: { readonly receiverId: string; readonly stillFailed: number }) {
  return (
    <TextLink
      to="/recover"
      search={{ receiverId, from: oldestDay(Date.now()) }}
      size="xs"
      c="var(--mantine-color-red-light-color)"
      underline="always"
    >
      {words.receivers.stillFailed(stillFailedText([stillFailed]))}
    </TextLink>
  );
}
