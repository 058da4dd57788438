import { TextLink } from './links.js';
import { nameOf, useKnownReceivers } from './use-receivers.js';

/** A link to a receiver by its name, or by the beginning of its id if it was deleted. */
export function ReceiverLink({ receiverId }: { readonly receiverId: string }) {
  const receivers = useKnownReceivers();
  return (
    <TextLink to="/receivers/$receiverId" params={{ receiverId }} inherit style={{ overflowWrap: 'anywhere' }}>
      {nameOf(receivers, receiverId)}
    </TextLink>
  );
}
