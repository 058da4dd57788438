import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiUnreachable } from '../api/fault.js';
import { FaultAlert } from './fault-alert.js';

interface Props<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** Waits, shows the refusal, or draws the loaded data. Old data stays while a newer request fails, and the banner says so. */
export function QueryView<T>({ query, children }: Props<T>) {
  const { data, error, isPending, refetch } = query;
  if (data !== undefined) return children(data);
  if (isPending || error === null || error instanceof ApiUnreachable) return <Loading />;
  return <FaultAlert error={error} onRetry={() => void refetch()} />;
}

export function Loading() {
  return (
    <Stack role="status" aria-busy="true" aria-label="Loading">
      <Skeleton h={28} w="40%" />
      <Skeleton h={120} />
      <Skeleton h={120} />
    </Stack>
  );
}
