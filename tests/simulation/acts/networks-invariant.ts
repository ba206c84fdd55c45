import { sql } from 'kysely'
import { byCommand } from '#server/audit/audit.ts'
import { addressesOf } from '#server/deposits/addresses.ts'
import { available } from '#server/ledger/accounts.ts'
import { balance } from '#server/ledger/ledger.ts'
import { decideWithdrawal } from '#server/withdrawals/decide.ts'
import { awayOf, bitcoinOf } from './networks.ts'
import type { History } from '../history/history.ts'
import { whileBusy } from '../device/stage.ts'

/** Blocks after which nothing may be under way any more: a payment that never confirms is given back after 150. */
const BLOCKS_MAX = 400

/** Follows the network until nothing is under way; operators agree to what waits for them. */
async function settle(h: History): Promise<boolean> {
  const { db, deposits } = h.shop.market
  const uids = h.persons.map(({ uid }) => uid)
  await bitcoinOf(h).setLeastRate(0n)
  for (let blocks = 0; blocks < BLOCKS_MAX; blocks++) {
    await bitcoinOf(h).mine()
    await deposits.follow(h.time.now)
    const open = await db
      .selectFrom('withdrawals')
      .select(['id', 'state'])
      .where('user_id', 'in', uids)
      .where('ended_at', 'is', null)
      .orderBy('id')
      .execute()
    for (const { id, state } of open)
      if (state === 'review') await decideWithdrawal(db, { id, agree: true }, h.time.now, byCommand)
    // A payment is confirmed by the third block.
    if (open.length === 0 && blocks >= 4) return true
  }
  return false
}

/** I9, the networks: a person has what has arrived, less what has left, to the last unit. */
export async function coinsAddUp(h: History): Promise<void> {
  if (!h.strikes.paidIn) return
  await whileBusy(async () => {
    const { db } = h.shop.market
    if (!(await settle(h))) h.say('I8', `withdrawals are under way after ${BLOCKS_MAX} blocks`)
    for (const { uid } of h.persons) await coinsOf(h, uid)
    const { rows } = await sql<{ txid: string }>`
      select p.txid from payouts p group by p.chain, p.txid having count(distinct withdrawal_id) > 1`.execute(db)
    for (const { txid } of rows) h.say('I3', `two withdrawals are paid by ${txid}`)
  })
}

async function coinsOf(h: History, uid: string): Promise<void> {
  const { db } = h.shop.market
  const arrivedAt = async (address: string | undefined): Promise<bigint> => {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum(amount), 0)::text as sum from simulated_transfers
      where to_address = ${address ?? ''} and height is not null and not dropped`.execute(db)
    return BigInt(rows[0]!.sum)
  }
  const own = (await addressesOf(db, uid)).get(bitcoinOf(h).id)
  const { rows } = await sql<{ left: string; paid: string; owed: string; waits: string }>`
    select
      coalesce(sum(w.amount), 0)::text as left, coalesce(sum(w.amount - w.fee), 0)::text as paid,
      (select coalesce(sum(shortfall), 0)::text from deposits where user_id = ${uid}::uuid and asset = 'tBTC') as owed,
      (select coalesce(sum(amount), 0)::text from deposits where user_id = ${uid}::uuid and asset = 'tBTC'
        and height is not null and not credited) as waits
    from withdrawals w where w.user_id = ${uid}::uuid and w.state = 'done'`.execute(db)
  const [left, paid, owed, waits] = [rows[0]!.left, rows[0]!.paid, rows[0]!.owed, rows[0]!.waits].map(BigInt) as [
    ...[bigint, bigint, bigint, bigint],
  ]
  const [arrived, has, gone] = [
    await arrivedAt(own),
    await balance(db, available(uid), 'tBTC'),
    await arrivedAt(awayOf(uid)),
  ]
  if (has !== arrived - waits - left + owed)
    h.say('I9', `${uid} has ${has}: arrived ${arrived}, not credited ${waits}, left ${left}, owed ${owed}`)
  if (gone !== paid) h.say('I3', `${gone} have arrived at the address of ${uid}, and ${paid} were withdrawn`)
}
