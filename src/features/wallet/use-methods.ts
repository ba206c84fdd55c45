import { useMemo } from 'react'
import { assetOf, coins, type Asset, type Coin } from '#contract/coins/assets.ts'
import { networks, type Network } from '#contract/coins/networks.ts'
import type { RechargeMethod } from '#contract/deposits/schema.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useWant } from '../../data/use-want.ts'

/** A way to fill the account that this app knows; `minimum` in units. */
export interface Method extends Omit<RechargeMethod, 'coin' | 'network' | 'minimum' | 'simulated'> {
  simulated: boolean
  coin: Coin
  network: Network
  asset: Asset
  minimum: bigint
}

/** The coin and the network of a method, and the coin's asset there; undefined for those of a newer market. */
export function readPlace(method: { coin: string; network: string; test: boolean }) {
  const coin = coins.find((one) => one === method.coin)
  const network = networks.find((one) => one === method.network)
  return coin && network && { coin, network, asset: assetOf(coin, method.test) }
}

/** Whether the market simulates the network of a way. */
export const isSimulated = ({ simulated, test }: Pick<RechargeMethod, 'simulated' | 'test'>): boolean =>
  simulated ?? test

/** Reads a way that this app can show. */
const readMethod = (method: RechargeMethod): Method[] => {
  const place = readPlace(method)
  return place ? [{ ...method, ...place, simulated: isSimulated(method), minimum: BigInt(method.minimum) }] : []
}

/** The ways to fill the person's account; undefined until the device has their profile. */
export function useMethods(): { methods: readonly Method[] | undefined; refresh(): Promise<void> } {
  const account = useProfile()
  const { refresh } = useWant('user.profile', {}, account?.link?.session === 'ok')
  const profile = account?.profile
  const methods = useMemo(() => profile?.recharge?.flatMap(readMethod), [profile])
  return { methods, refresh }
}
