import { useMemo } from 'react'
import { assetOf, coins, type Asset, type Coin } from '#contract/rules/coins.ts'
import { networks, type Network } from '#contract/rules/networks.ts'
import type { RechargeMethod } from '#contract/schema/recharges.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useWant } from '../../data/use-want.ts'

/** A way to fill the account that this app knows; `minimum` in units. */
export interface Method extends Omit<RechargeMethod, 'coin' | 'network' | 'minimum'> {
  coin: Coin
  network: Network
  asset: Asset
  minimum: bigint
}

/** Reads a way that this app can show; a newer market may have others. */
const readMethod = (method: RechargeMethod): Method[] => {
  const coin = coins.find((one) => one === method.coin)
  const network = networks.find((one) => one === method.network)
  if (!coin || !network) return []
  return [{ ...method, coin, network, asset: assetOf(coin, method.test), minimum: BigInt(method.minimum) }]
}

/** The ways to fill the person's account; undefined until the device has their profile. */
export function useMethods(): { methods: readonly Method[] | undefined; refresh(): Promise<void> } {
  const account = useProfile()
  const { refresh } = useWant('user.profile', {}, account?.link?.session === 'ok')
  const profile = account?.profile
  const methods = useMemo(() => profile?.recharge?.flatMap(readMethod), [profile])
  return { methods, refresh }
}
