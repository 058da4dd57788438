import type { Schemas } from '../../api/schemas.js';
import { oldestDay } from '../../recover/recover-options.js';
import { ButtonLink } from '../../shared/links.js';
import { words } from '../../words/words.js';
import { SwitchOffButton } from './switch-off-button.js';
import { SwitchOnButton } from './switch-on-button.js';

export function ReceiverActions({ receiver }: { readonly receiver: Schemas['ReceiverDetail'] }) {
  const { receiverId, enabled } = receiver;
  return (
    <>
      <ButtonLink to="/deliveries" search={{ receiverId }} variant="default">
        {words.receivers.deliveries}
      </ButtonLink>
      <ButtonLink to="/recover" search={{ receiverId, from: oldestDay(Date.now()) }} variant="default">
        {words.receivers.recover}
      </ButtonLink>
      {enabled && <SwitchOffButton receiver={receiver} />}
      <SwitchOnButton receiver={receiver} />
    </>
  );
}
