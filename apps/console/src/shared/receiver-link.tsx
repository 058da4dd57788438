import { TextLink } from './links.js';
import { useListedReceiver } from './use-receivers.js';

/** A receiver by its name; by the beginning of its id where it was deleted. */
export function ReceiverLink({ receiverId }: { readonly receiverId: string }) {
  const receiver = useListedReceiver(receiverId);
  return (
    <TextLink to="/receivers/$receiverId" params={{ receiverId }} style={{ overflowWrap: 'anywhere' }}>
      {receiver?.name ?? receiverId.slice(0, 8)}
    </TextLink>
  );
}
