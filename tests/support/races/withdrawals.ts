import { randomUUID } from 'node:crypto'
import type { Random } from '#server/seed/random.ts'
import { withdrawing } from '../withdrawals/withdrawals.ts'
import { aMarket, ownChance, wordOf, type RaceStage } from './stage.ts'
import type { Draw } from './view.ts'

// Acts about withdrawals: of buyers, of operators, and of the network and those who follow it.

const DAY = 86_400_000

/** Asks for a withdrawal to a new address or to one of before; it may be more than the buyer has. */
const withdraw: Draw = (s, { buyer }, random) => {
  const markets = random.chance(0.2) ? s.markets : [aMarket(s, random)]
  const ask = withdrawing(buyer, {
    amount: String(random.whole(5, 300) * 1_000_000),
    address: `test-tron-${String(random.whole(1, 3)).padStart(20, '0')}`,
  })
  return {
    what: 'withdraw.ask',
    run: async () => {
      const answers = await Promise.all(markets.map((market) => market.call('/api/withdraw/ask', ask, buyer.token)))
      return wordOf(s, 'withdraw.ask', answers[0]!)
    },
  }
}

/** A withdrawal in one of these states; an id of none where there is none. */
async function someWithdrawal(s: RaceStage, random: Random, states: readonly string[]): Promise<string> {
  const rows = await s.db.selectFrom('withdrawals').select(['id', 'state']).orderBy('at').orderBy('id').execute()
  const some = rows.filter(({ state }) => states.includes(state))
  return some.length > 0 ? random.pick(some).id : randomUUID()
}

const cancelWithdrawal: Draw = (s, { buyer }, random) => {
  const [market, own] = [aMarket(s, random), ownChance(random)]
  return {
    what: 'withdraw.cancel',
    run: async () => {
      const id = await someWithdrawal(s, own, own.chance(0.5) ? ['sent'] : ['waiting', 'review', 'queued'])
      const found = await s.db.selectFrom('withdrawals').select('user_id').where('id', '=', id).executeTakeFirst()
      const by = s.buyers.find(({ uid }) => uid === found?.user_id) ?? buyer
      return wordOf(s, 'withdraw.cancel', await market.call('/api/withdraw/cancel', { id }, by.token))
    },
  }
}

const decideWithdrawal: Draw = (s, _at, random) => {
  const [market, own] = [aMarket(s, random), ownChance(random)]
  const token = random.pick(s.operators)
  return {
    what: 'operator.decideWithdrawal',
    run: async () => {
      const id = await someWithdrawal(s, own, ['waiting', 'review', 'queued'])
      const decision = own.chance(0.7) ? { id, agree: true } : { id, agree: false, reason: 'Call us' }
      return wordOf(
        s,
        'operator.decideWithdrawal',
        await market.call('/api/operator/decideWithdrawal', decision, token),
      )
    },
  }
}

/** A process follows the network and pays, maybe as if it were a day later; some blocks come before, cheap or dear. */
const followNetwork: Draw = (s, _at, random) => {
  const { deposits } = aMarket(s, random)
  const [blocks, later] = [random.pick([0, 1, 1, 2, 7]), random.chance(0.5) ? DAY : 0]
  const least = random.pick([0n, 0n, 12n])
  return {
    what: 'followNetwork',
    run: async () => {
      const chain = deposits.simulatedOf('tron')!
      await chain.setLeastRate(least)
      await chain.mine(blocks)
      await deposits.follow(s.now + later)
      return 'accepted'
    },
  }
}

/** The network replaces its last blocks and forgets a transaction of the market's. */
const reorganise: Draw = (s, _at, random) => {
  const { deposits, db } = aMarket(s, random)
  const [depth, own] = [random.whole(0, 6), ownChance(random)]
  return {
    what: 'reorganise',
    run: async () => {
      const payouts = await db.selectFrom('payouts').select('txid').orderBy('txid').execute()
      await deposits.simulatedOf('tron')!.reorganise(depth, payouts.length > 0 ? [own.pick(payouts).txid] : [])
      return 'accepted'
    },
  }
}

export const withdrawals = { withdraw, cancelWithdrawal, decideWithdrawal, followNetwork, reorganise }
