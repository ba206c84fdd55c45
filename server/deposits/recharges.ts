import { coinOf, coinText, type Asset } from '#contract/coins/assets.ts'
import type { MessageKind } from '#contract/messages/kinds.ts'
import type { Network } from '#contract/coins/networks.ts'
import { rechargeKey, type RechargeState } from '#contract/deposits/recharges.ts'
import type { Tx } from '../db/tables/tables.ts'
import type { OwnerCall } from '../feed/owner-feed.ts'
import { rechargeChange, type RechargeRow } from './recharge-change.ts'
import { notify } from '../messages/notify.ts'

/** Names a recharge. */
export interface RechargeName {
  user_id: string
  network: Network
  txid: string
  asset: Asset
}

/** A recharge as its network shows it. */
export interface Shown extends RechargeName {
  state: RechargeState
  amount: string
  confirmations: number
  needed: number
  /** Units that have just been credited. */
  arrived: bigint
}

/** A person's recharge by its name. */
export const readRecharge = (tx: Tx, name: RechargeName): Promise<RechargeRow | undefined> =>
  tx
    .selectFrom('recharges')
    .selectAll()
    .where('user_id', '=', name.user_id)
    .where('network', '=', name.network)
    .where('txid', '=', name.txid)
    .where('asset', '=', name.asset)
    .executeTakeFirst()

/** The message about each state that has one. */
const kinds: Partial<Record<RechargeState, MessageKind>> = {
  credited: 'rechargeCredited',
  below: 'rechargeBelow',
  dropped: 'rechargeDropped',
  invalid: 'rechargeInvalid',
  expired: 'rechargeExpired',
}

/** Sends the message about a recharge's state, if that has one; `units` is the amount in it. */
export async function tellRecharge(call: OwnerCall, row: RechargeRow, units: bigint, at: number): Promise<void> {
  const { user_id: uid, network, txid, asset, state } = row
  const kind = kinds[state]
  if (!kind || units === 0n) return
  const coin = coinOf(asset)
  const id = rechargeKey({ network, txid, coin })
  const values = { coins: coinText(units, coin, 2), coin }
  await notify(call, uid, { kind, subject: { kind: 'recharge', id }, values, at })
}

const isSame = (row: RechargeRow | undefined, shown: Omit<Shown, 'arrived'>): boolean =>
  row?.state === shown.state &&
  row.amount === shown.amount &&
  row.confirmations === shown.confirmations &&
  row.needed === shown.needed &&
  row.seen_at !== null

/** Whether a recharge differs from what its network shows. */
export const isChanged = async (tx: Tx, shown: Shown): Promise<boolean> => !isSame(await readRecharge(tx, shown), shown)

/** Writes what its network shows of a recharge, where that has changed; the claim stays. `now` is Unix ms. */
export async function writeRecharge(call: OwnerCall, { arrived, ...shown }: Shown, now: number): Promise<void> {
  const { tx, rev } = call
  const before = await readRecharge(tx, shown)
  if (isSame(before, shown)) return
  const row = await tx
    .insertInto('recharges')
    .values({ ...shown, at: new Date(now), seen_at: new Date(now), rev })
    .onConflict((oc) =>
      oc.columns(['user_id', 'network', 'txid', 'asset']).doUpdateSet((eb) => ({
        ...{ state: shown.state, amount: shown.amount, confirmations: shown.confirmations, needed: shown.needed, rev },
        seen_at: eb.fn.coalesce(eb.ref('recharges.seen_at'), eb.ref('excluded.seen_at')),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  call.also.push(rechargeChange(row))
  if (before?.state === shown.state) return
  // One message is enough for many small payments.
  if (shown.state === 'below' && (await othersBelow(tx, shown))) return
  await tellRecharge(call, row, shown.state === 'credited' ? arrived : BigInt(shown.amount), now)
}

const othersBelow = async (tx: Tx, { user_id, network, txid, asset }: RechargeName): Promise<boolean> =>
  (await tx
    .selectFrom('recharges')
    .select('txid')
    .where('user_id', '=', user_id)
    .where('network', '=', network)
    .where('asset', '=', asset)
    .where('txid', '<>', txid)
    .where('state', '=', 'below')
    .executeTakeFirst()) !== undefined
