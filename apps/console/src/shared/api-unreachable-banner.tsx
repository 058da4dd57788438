import { Alert } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import { useIsApiUnreachable } from '../api/reachability.js';
import { words } from '../words/words.js';

const EVERY_MS = 3_000;

/** Polls until the API answers. The first answer makes every query load again (api/queries.ts). */
export function ApiUnreachableBanner() {
  const isAway = useIsApiUnreachable();
  useQuery({
    queryKey: ['is-back'],
    queryFn: () => answerOf(api.GET('/sender-addresses')),
    enabled: isAway,
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  if (!isAway) return null;
  return (
    <Alert role="alert" color="orange" radius={0} icon={<IconPlugConnectedX />} title={words.shared.apiUnreachable}>
      {words.shared.apiUnreachableHint}
    </Alert>
  );
}
