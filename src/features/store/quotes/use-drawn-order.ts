import { useMemo } from 'react'
import { drawnOrder, type StoreQuoteItem } from '#localdb/queries/stores/answers.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'

/** All quotes of the order that the store drew up, of which this is one; none of a request. */
export function useDrawnOrder({ drawn }: StoreQuoteItem): StoreQuoteItem[] {
  const query = useMemo(() => drawnOrder(drawn), [drawn])
  return useStoreLive(query) ?? []
}
