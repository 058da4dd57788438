import { Alert, Text } from '@mantine/core';
import { ApiText } from '../shared/api-text.js';
import { recoverWords } from '../words/recover.words.js';
import type { Refusal } from './recoverable.js';

/** The receivers that get nothing, and why. */
export function Refusals({ refusals }: { readonly refusals: readonly Refusal[] }) {
  // each receiver has a request for each status
  const ofReceivers = [...new Map(refusals.map((refusal) => [refusal.receiverId, refusal])).values()];
  if (ofReceivers.length === 0) return null;
  return (
    <Alert color="orange" role="alert" title={recoverWords.refused(ofReceivers.length)}>
      {ofReceivers.map(({ receiverId, name, error }) => (
        <Text key={receiverId} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}: <ApiText text={error.message} />
        </Text>
      ))}
    </Alert>
  );
}
