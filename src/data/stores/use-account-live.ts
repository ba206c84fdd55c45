import { useCallback, useContext } from 'react'
import type { Readers } from '#localdb/read.ts'
import { DeskContext, useStoreLive } from './use-store.ts'
import { useLive } from '../use-live.ts'

type Query<T> = (db: Pick<Readers, 'user'>) => Promise<T>

/** The result of a query over the account that a screen shows: the rows of the desk around, or the person's. */
export function useAccountLive<T>(query: Query<T>, deps: unknown[]): T | undefined {
  const atDesk = useContext(DeskContext) !== undefined
  const own = useLive(async (db) => (atDesk ? undefined : query(db)), [atDesk, ...deps])
  // The caller's dependencies are this query's.
  // oxlint-disable-next-line react/exhaustive-deps
  const store = useStoreLive(useCallback((user) => query({ user }), deps))
  return atDesk ? store : own
}
