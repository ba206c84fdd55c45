import { sql } from 'kysely'
import { coinOf, coinText, isTest } from '#contract/coins/assets.ts'
import { rechargeKey, SIMULATED_MAX } from '#contract/deposits/recharges.ts'
import { RECHARGES_A_PAGE } from '#contract/deposits/schema-list.ts'
import { depositAddressFor } from './addresses.ts'
import { claim } from './claims.ts'
import { depositTerms, type Deposits } from './deposits.ts'
import { followedHeight } from './follow.ts'
import { REORGANISED_MAX } from '../chains/simulated.ts'
import { isCoinTaken, termsOf } from './terms.ts'
import { rechargeJson, rechargeKeySql, type RechargeRow } from './recharge-change.ts'
import type { Bounds } from '../turns/bounds.ts'
import { accepted, refused, tooMany, type HandlersFor, type MutationsFor, type SignedIn } from '../http/handlers.ts'
import { createLimiter } from '../turns/limits.ts'

/** The limit of a person's acts on simulated chains: 40 at once, then one every ten minutes. */
const SIMULATED = { capacity: 40, refillPerSecond: 1 / 600, maxKeys: 10_000 }

/** The calls for filling an account: addresses, records, and the simulated wallet. */
export function rechargeHandlers(
  deposits: Deposits,
  bounds?: Bounds,
): HandlersFor<'recharge.address' | 'recharge.list' | 'simulated.send' | 'simulated.drop'> {
  const limiter = createLimiter(SIMULATED, bounds, 'Persons counted for simulated chains')
  return {
    'recharge.address': async ({ db, user }, { network }) => {
      const chain = deposits.chainOf(network)
      // A payment in a block before the first followed one would never be seen.
      const isFollowed = chain && (chain.simulated || (await followedHeight(db, chain)) >= 0)
      return isFollowed ? accepted({ address: await depositAddressFor(db, chain, user.id) }) : refused('rechargeOff')
    },

    'recharge.list': listOf,

    'simulated.send': async ({ user, now }, { network, coin, to, amount, later }) => {
      const chain = deposits.simulatedOf(network)
      if (!chain || !isCoinTaken(network, coin)) return refused('rechargeOff')
      const units = BigInt(amount)
      const most = SIMULATED_MAX[coin]
      if (units > most) return refused('simulatedMost', { most: `${coinText(most, coin)} ${coin}` })
      const taken = limiter.take(user.id, now())
      if (!taken.ok) return tooMany(taken.retryAfter)
      return accepted({ txid: await chain.send([{ to, coin, amount: units }], { by: user.id, later }) })
    },

    'simulated.drop': async ({ user, now }, { network, txid }) => {
      const chain = deposits.simulatedOf(network)
      if (!chain) return refused('rechargeOff')
      const taken = limiter.take(user.id, now())
      if (!taken.ok) return tooMany(taken.retryAfter)
      const became = await chain.drop(txid, user.id)
      if (became === 'deep') return refused('simulatedDeep', { max: REORGANISED_MAX })
      return became === 'dropped' ? accepted({}) : refused('notFound')
    },
  }
}

/** A page of a person's recharges, the newest first. */
async function listOf(
  { db, user }: SignedIn,
  { state, after }: { state?: string | undefined; after?: string | undefined },
) {
  const [, at, key] = /^(\d+):(.+)$/.exec(after ?? '') ?? []
  const ms = sql`(extract(epoch from at) * 1000)::bigint`
  const { rows } = await sql<RechargeRow>`
    select * from recharges where user_id = ${user.id}::uuid
      ${state === undefined ? sql`` : sql`and state = ${state}::text`}
      ${at === undefined ? sql`` : sql`and (${ms}, ${rechargeKeySql}) < (${at}::bigint, ${key!}::text)`}
    order by ${ms} desc, ${rechargeKeySql} desc limit ${RECHARGES_A_PAGE + 1}::int`.execute(db)
  const page = rows.slice(0, RECHARGES_A_PAGE)
  const last = rows.length > RECHARGES_A_PAGE ? page.at(-1) : undefined
  return accepted({
    list: page.map(rechargeJson),
    next: last ? `${last.at.getTime()}:${rechargeKey({ ...last, coin: coinOf(last.asset) })}` : null,
  })
}

/** Claims, which wait in the device's outbox until it is online. */
export const rechargeMutations = (deposits: Deposits): MutationsFor<'recharge.claim'> => ({
  'recharge.claim': async (call, p) => {
    const chain = deposits.chainOf(p.network)
    const coin = coinOf(p.asset)
    if (!chain || !isCoinTaken(p.network, coin) || chain.test !== isTest(p.asset)) return refused('rechargeOff')
    return claim(call, p, termsOf(await depositTerms(call.tx), p.network, coin).confirmations)
  },
})
