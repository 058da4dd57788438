import { TextLink } from '../../shared/links.js';
import { words } from '../../words/words.js';
import { stillFailedText } from './receiver-state.js';

const DAY_MS = 24 * 3_600_000;
/** What is still failed may be as old as the oldest delivery that is kept. */
const KEPT_DAYS = 120;

const oldestDay = (): string => new Date((Math.floor(Date.now() / DAY_MS) - KEPT_DAYS) * DAY_MS).toISOString();

/** How many deliveries of a receiver are still failed; leads to where they are sent again. */
export function StillFailed({ receiverId, stillFailed }: { readonly receiverId: string; readonly stillFailed: number }) {
  return (
    <TextLink
      to="/recover"
      search={{ receiverId, from: oldestDay() }}
      size="xs"
      c="var(--mantine-color-red-light-color)"
      underline="always"
    >
      {words.receivers.stillFailed(stillFailedText([stillFailed]))}
    </TextLink>
  );
}
