import type { Random } from '#server/seed/random.ts'
import type { Db } from '#server/db/tables/tables.ts'
import { settleAllOwed } from '#server/sync/owed.ts'
import { purgeForgotten } from '#server/account/forget.ts'
import { purgeOutcomes } from '#server/sync/retention.ts'
import { purgeFiles } from '#server/files/purge.ts'
import { endDeals } from '#server/catalogue/end-deals.ts'
import { expireOrders } from '#server/orders/expire.ts'
import { countMonthlySales } from '#server/catalogue/monthly-sales.ts'
import { endSilence, releaseOrders, tellOfLate, tellOfRelease, tellStores } from '#server/orders/clocks.ts'
import { expireQuotes } from '#server/quotes/expire.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { aMarket, wordOf, type RaceStage } from './stage.ts'
import type { Act, Draw } from './view.ts'

// Acts of operators, at their desks and from the command line, and of the clocks.

const DAY = 86_400_000

function atDesk(s: RaceStage, random: Random, what: string, path: string, body: object): Act {
  const market = aMarket(s, random)
  const token = random.pick(s.operators)
  return { what, run: async () => wordOf(s, what, await market.call(path, body, token)) }
}

const refundOrder: Draw = (s, { order }, random) =>
  order && atDesk(s, random, 'operator.refund', '/api/operator/refund', { id: order.id, reason: 'Lost' })

const decideDispute: Draw = (s, { order }, random) => {
  const escalated = (order?.reports ?? []).filter(({ state }) => state === 'escalated')
  if (!order || escalated.length === 0) return undefined
  const { id, parcel: n } = random.pick(escalated)
  const parcel = order.parcels.find((one) => one.n === n)
  const most = parcel ? parcel.amount - parcel.refunded : 0
  const body = { id, refund: random.chance(0.7) ? random.whole(0, most) : 0, words: 'Decided' }
  return atDesk(s, random, 'operator.decideDispute', '/api/operator/decide_dispute', body)
}

const suspend: Draw = (s, { store, buyer, standings }, random) => {
  const member = standings.find((m) => m.store === store && m.live)?.racer
  const whom = random.pick([buyer.email, String(store.shopId), member?.email ?? buyer.email])
  const body = { whom, reason: random.chance(0.5) ? 'Rules' : null }
  return atDesk(s, random, 'operator.suspend', '/api/operator/suspend', body)
}

/** Agrees to an act of another operator that waits, or refuses it. */
const decide: Draw = (s, { waiting }, random) =>
  waiting.length === 0
    ? undefined
    : atDesk(s, random, 'operator.decide', '/api/operator/decide', {
        ...{ id: random.pick(waiting), agree: random.chance(0.8) },
      })

const bar: Draw = (s, { store, barred }, random) => {
  const id = random.pick(store.ids)
  const reason = barred.has(id) || random.chance(0.3) ? null : 'Rules'
  return atDesk(s, random, 'operator.bar', '/api/operator/bar', { what: 'goods', id, reason })
}

/** Something from the command line, in one of the processes. */
function command(s: RaceStage, random: Random, args: readonly string[]): Act {
  const { db } = aMarket(s, random)
  return {
    what: `market ${args[0]}`,
    run: async () => ((await operate(db, args, s.now)).exit === 0 ? 'accepted' : 'refused'),
  }
}

const shipByCommand: Draw = (s, { order }, random) => {
  if (!order) return undefined
  const [line] = order.lines
  const part = random.chance(0.5) ? ['--lines', `${line!.id}:${line!.variantId}=1`] : []
  return command(s, random, ['ship', order.id, ...part])
}
const refundByCommand: Draw = (s, { order }, random) =>
  order && command(s, random, ['refund', order.id, random.pick(['shop', 'operator'])])
const stopSuspending: Draw = (s, { store, buyer }, random) =>
  command(s, random, ['unsuspend', random.chance(0.5) ? buyer.email : String(store.shopId)])

/** The work of the clocks, each run as if it were so much later (ms). */
const clocks: readonly [what: string, later: number, run: (db: Db, now: number) => Promise<unknown>][] = [
  ['expireOrders', 3 * 3_600_000, expireOrders],
  ['releaseOrders', 15 * DAY, releaseOrders],
  ['tellOfRelease', 12 * DAY, tellOfRelease],
  ['endSilence', 8 * DAY, endSilence],
  ['tellOfLate', 2 * DAY, tellOfLate],
  ['tellStores', 0, tellStores],
  ['countMonthlySales', 0, countMonthlySales],
  ['purgeFiles', 400 * DAY, purgeFiles],
  ['purgeOutcomes', 0, purgeOutcomes],
  ['purgeForgotten', 0, purgeForgotten],
  ['expireQuotes', 8 * DAY, expireQuotes],
  ['endDeals', 0, endDeals],
  ['settleAllOwed', 0, settleAllOwed],
]

const clock =
  (...names: string[]): Draw =>
  (s, _at, random) => {
    const [what, later, run] = random.pick(clocks.filter(([name]) => names.length === 0 || names.includes(name)))
    const { db } = aMarket(s, random)
    return {
      what,
      run: async () => {
        await run(db, s.now + later)
        return 'accepted'
      },
    }
  }

export const operators = {
  ...{ refundOrder, decideDispute, suspend, decide, bar, shipByCommand, refundByCommand, stopSuspending },
  release: clock('releaseOrders'),
  silence: clock('endSilence'),
  expire: clock('expireOrders'),
  monthly: clock('countMonthlySales'),
  purge: clock('purgeFiles'),
  quotesOver: clock('expireQuotes'),
  any: clock(),
}
