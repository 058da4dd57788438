import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { answerOf } from '../api/fault.js';
import type { Schemas } from '../api/schemas.js';

/** The active tokens, newest first. */
export const useTokens = (): UseQueryResult<readonly Schemas['Token'][]> =>
  useQuery({
    queryKey: ['tokens'],
    queryFn: async () => {
      const { tokens } = await answerOf(api.GET('/tokens/list'));
      return tokens.toSorted((a, b) => b.tokenId - a.tokenId);
    },
  });

/** The notes of the active tokens, by their id. */
export function useTokenNotes(): ReadonlyMap<number, string> {
  return new Map(useTokens().data?.map(({ tokenId, note }) => [tokenId, note]));
}

/** The open sessions and links. */
export const useSessions = (): UseQueryResult<Schemas['Sessions']> =>
  useQuery({
    queryKey: ['sessions'],
    queryFn: () => answerOf(api.GET('/sessions')),
    refetchInterval: 10_000,
  });
