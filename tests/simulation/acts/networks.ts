import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Random } from '#server/seed/random.ts'
import { depositAddressFor } from '#server/deposits/addresses.ts'
import type { History } from '../history/history.ts'
import { untilKilled } from '../device/market-death.ts'
import { uuidFrom } from '../gestures/sight.ts'
import { whileBusy } from '../device/stage.ts'
import type { Act } from './act.ts'

// Coins come and go on a simulated network of Bitcoin, which nothing else of a history moves.

/** Units of withdrawals, and their fee. */
const [LEAST, MOST, FEE] = [30_000, 250_000, '5000']

/** The address to which a person withdraws, and nobody else does. */
export const awayOf = (uid: string): string =>
  `test-bitcoin-${createHash('sha256').update(uid).digest('hex').slice(0, 20)}`

export const bitcoinOf = (h: History) => h.shop.market.deposits.simulatedOf('bitcoin')!

/** A person of the history, and their address at the market. */
async function payee(h: History, random: Random): Promise<{ uid: string; password: string; own: string }> {
  const { uid, password } = random.pick(h.persons)
  return { uid, password, own: await depositAddressFor(h.shop.market.db, bitcoinOf(h), uid) }
}

/** Whether all that failed has failed because the market was killed. */
const isDeath = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.every(isDeath) : String(error).includes('the market was killed')

/** Runs work of the market's, which may be killed in the middle of it. */
async function maybeKilled<T>(h: History, random: Random, work: () => Promise<T>): Promise<T | undefined> {
  if (random.chance(0.5)) return work()
  let died = false
  const result = await untilKilled(random.whole(1, 60), () =>
    work().catch((error: unknown) => {
      if (!isDeath(error)) throw error
      died = true
      return undefined
    }),
  )
  if (died) h.strike('killedFollowing')
  return result
}

export const networkActs = {
  /** A wallet pays a person, or two people in one transaction; some payments wait for later blocks. */
  paidIn: (h, _phone, random) =>
    whileBusy(async () => {
      const people = [await payee(h, random), ...(random.chance(0.2) ? [await payee(h, random)] : [])]
      const sendings = people.map(({ own: to }) => ({
        to,
        coin: 'BTC' as const,
        amount: BigInt(random.whole(1, MOST)),
      }))
      await bitcoinOf(h).send(sendings, { later: random.pick([0, 0, 2]) })
      h.strike('paidIn')
    }),
  /** A person withdraws, once or under one id twice. */
  withdrawn: (h, _phone, random) =>
    whileBusy(async () => {
      const { uid, password } = random.pick(h.persons)
      const ask = {
        ...{ id: uuidFrom(random), network: 'bitcoin', asset: 'tBTC', address: awayOf(uid), fee: FEE, password },
        amount: String(random.whole(LEAST, MOST)),
      }
      const call = () => h.shop.market.call('/api/withdraw/ask', ask, h.elsewhere.get(uid))
      const answers = [await call(), ...(random.chance(0.3) ? [await call()] : [])]
      if (answers.some(({ code }) => code === 1)) h.strike('withdrawn')
    }),
  withdrawalCancelled: (h, _phone, random) =>
    whileBusy(async () => {
      const { uid } = random.pick(h.persons)
      const asked = await h.shop.market.db
        .selectFrom('withdrawals')
        .select('id')
        .where('user_id', '=', uid)
        .orderBy('at')
        .orderBy('id')
        .execute()
      if (asked.length === 0) return
      const { id } = random.pick(asked)
      const { code } = await h.shop.market.call('/api/withdraw/cancel', { id }, h.elsewhere.get(uid))
      if (code === 1) h.strike('withdrawalCancelled')
    }),
  /** The network makes blocks, cheap or dear, and the market follows it, maybe to be killed in the middle. */
  networkGoesOn: (h, _phone, random) =>
    whileBusy(async () => {
      await bitcoinOf(h).setLeastRate(random.pick([0n, 0n, 0n, 12n]))
      await bitcoinOf(h).mine(random.pick([0, 1, 1, 2, 7]))
      await maybeKilled(h, random, () => h.shop.market.deposits.follow(h.time.now))
    }),
  /** The network replaces its last blocks, and forgets a transaction of them, or one that waits. */
  reorganised: (h, _phone, random) =>
    whileBusy(async () => {
      const depth = random.whole(1, 6)
      const { height } = await bitcoinOf(h).head()
      const { rows } = await sql<{ txid: string }>`
        select distinct txid from simulated_transfers
        where network = 'bitcoin' and not dropped and coalesce(height, ${height}::int) > ${height - depth}::int
        order by txid`.execute(h.shop.market.db)
      const dropped = rows.length > 0 && random.chance(0.8) ? [random.pick(rows).txid] : []
      await bitcoinOf(h).reorganise(depth, dropped)
      h.strike('reorganised')
      if (random.chance(0.7)) await maybeKilled(h, random, () => h.shop.market.deposits.follow(h.time.now))
    }),
} satisfies Record<string, Act>
