import type { Schemas } from '../../api/schemas.js';
import { TextLink } from '../../shared/links.js';
import { useZone } from '../../times/use-zone.js';
import { words } from '../../words/words.js';
import { causeOf, rejectsCredentials } from './receiver-state.js';
import { reasonText } from './reason-text.js';
import { useLastFailed } from './use-last-failed.js';

const { advice } = words.receivers;

interface Props {
  readonly receiver: Pick<Schemas['ListedReceiver'], 'receiverId' | 'disabled' | 'health'>;
}

/** The state of a receiver and what to do about it, with a link where one tab solves the problem. */
export function Cause({ receiver }: Props) {
  const { receiverId, health } = receiver;
  const zone = useZone();
  const isTls = health.state === 'failing' && health.lastFailure?.outcome === 'tls';
  // the delivery has the exact fault of the certificate
  const diagnosis = useLastFailed(receiverId, isTls ? 'tls' : undefined).data?.attempts.at(-1)?.diagnosis;
  if (isTls && diagnosis !== undefined) return reasonText(`${diagnosis.meaning} ${diagnosis.toDo}`, zone);
  if (!rejectsCredentials(health)) return causeOf(receiver, zone);
  return (
    <>
      {advice.credentials}{' '}
      <TextLink to="/receivers/$receiverId" params={{ receiverId }} search={{ tab: 'credentials' }} underline="always" inherit>
        {advice.toCredentials}
      </TextLink>
    </>
  );
}
