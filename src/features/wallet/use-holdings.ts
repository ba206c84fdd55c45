import { holdings, type Holding } from '#localdb/queries/wallet.ts'
import { useAccountLive } from '../../data/stores/use-account-live.ts'
import { useAccountStore } from '../../parts/stores/open-desk.tsx'
import { useNow } from '../../ui/time.tsx'

/** The money of the account around; a store's changes with time, as claims of its buyers end. */
export function useHoldings(): Holding[] | undefined {
  const now = useNow()
  const store = useAccountStore()
  return useAccountLive((db) => holdings(db, now), [store && now])
}
