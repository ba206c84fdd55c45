import { useMemo } from 'react'
import type { Asset, Coin } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { Membership } from '#contract/sync/schema-rows.ts'
import type { WithdrawalMethod } from '#contract/withdrawals/schema-method.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useWant } from '../../data/use-want.ts'
import { isSimulated, readPlace } from './use-methods.ts'

/** A way to withdraw that this app can show; `minimum` and `fee` in units. */
export interface WithdrawMethod extends Omit<WithdrawalMethod, 'coin' | 'network' | 'minimum' | 'fee' | 'simulated'> {
  simulated: boolean
  coin: Coin
  network: Network
  asset: Asset
  minimum: bigint
  fee: bigint
}

/** The ways in which a person can withdraw, and their terms. */
export interface Withdrawing {
  methods: readonly WithdrawMethod[]
  /** Until when nothing can be withdrawn (Unix ms). */
  heldUntil: number | null
  /** How long a new address waits (hours). */
  newAddressHours: number
  /** Whether they have a fund password. */
  hasPassword: boolean
  /** Reads them again. */
  refresh(): Promise<void>
}

/** Whether a person can withdraw their own money, or that of a store: its owners alone can. */
export const mayWithdraw = (store: Pick<Membership, 'role'> | undefined): boolean => !store || store.role === 'owner'

/** Reads a way that this app can show. */
const readMethod = (method: WithdrawalMethod): WithdrawMethod[] => {
  const place = readPlace(method)
  const [minimum, fee] = [BigInt(method.minimum), BigInt(method.fee)]
  return place ? [{ ...method, ...place, simulated: isSimulated(method), minimum, fee }] : []
}

/** How the person can withdraw; undefined until the device has answered, null while it lacks their profile. */
export function useWithdrawing(): Withdrawing | null | undefined {
  const account = useProfile()
  const { refresh } = useWant('user.profile', {}, account?.link?.session === 'ok')
  return useMemo(() => {
    const profile = account?.profile
    if (!profile?.withdraw) return account && null
    const { methods, ...terms } = profile.withdraw
    return { ...terms, methods: methods.flatMap(readMethod), hasPassword: profile.fundPassword === true, refresh }
  }, [account, refresh])
}
