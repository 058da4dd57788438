import { TextLink } from './links.js';
import { nameOf, useKnownReceivers } from './use-receivers.js';

/** A receiver by its name; by the beginning of its id where it was deleted. */
export function ReceiverLink({ receiverId }: { readonly receiverId: string }) {
  const receivers = useKnownReceivers();
  return (
    <TextLink to="/receivers/$receiverId" params={{ receiverId }} style={{ overflowWrap: 'anywhere' }}>
      {nameOf(receivers, receiverId)}
    </TextLink>
  );
}
