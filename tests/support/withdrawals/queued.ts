import { randomUUID } from 'node:crypto'
import type { Asset } from '#contract/coins/assets.ts'
import type { Network } from '#contract/coins/networks.ts'
import type { WithdrawalState } from '#contract/withdrawals/rules.ts'
import type { Chain } from '#server/chains/chain.ts'
import type { Db } from '#server/db/tables/tables.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { holdWithdrawal } from '#server/withdrawals/move.ts'

interface Queued {
  uid: string
  /** Unix ms. */
  now: number
  state?: WithdrawalState
  approvals?: number
  /** How long it waits (ms). */
  wait?: number
  /** Replaces parts of it. */
  more?: { network: Network; asset: Asset; address: string; amount: string; fee: string }
}

/** Withdraws 100,000 satoshi, of which 2,000 are the fee; three confirmations are needed. Resolves to the id. */
export async function queueWithdrawal(
  db: Db,
  { id: chain }: Chain,
  { uid, now, state = 'queued', approvals = 0, wait = 0, more }: Queued,
): Promise<string> {
  const id = randomUUID()
  await ownerTransaction(db, uid, async (call) => {
    const row = await call.tx
      .insertInto('withdrawals')
      .values({
        ...{ id, user_id: uid, asked_by: uid, chain, network: 'bitcoin', asset: 'tBTC' },
        ...{ address: 'test-bitcoin-00112233445566778899', amount: '100000', fee: '2000', ...more },
        ...{ state, approvals, needed: 3, stop_hash: null, rev: call.rev },
        ...{ at: new Date(now), ready_at: new Date(now + wait) },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await holdWithdrawal(call, row)
  })
  return id
}
