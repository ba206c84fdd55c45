import { randomUUID } from 'node:crypto'
import { issueCode } from '#server/account/codes.ts'
import { readOrder } from '#server/orders/order/change.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { answerLoan } from '#server/loans/answer.ts'
import { operate } from '#server/operator/commands/operate.ts'
import { toPay } from '#server/ledger/test-money.ts'
import { moveOrder } from '#server/orders/moves/moves.ts'
import { stopHash } from '#server/withdrawals/ask.ts'
import { nextStage, type OrderEvent } from '#contract/orders/stages.ts'
import type { OrderState } from '#contract/orders/states.ts'
import type { Payload } from '#contract/registry.ts'
import { newOffers } from './offers.ts'
import type { TestMarket, TestPerson } from '../market/market.ts'
import { placing, type TestShop } from '../market/orders.ts'
import { testPicture } from '../market/pictures.ts'

/** A product of an order. */
export interface Bought {
  orderId: string
  productId: number
}

/** The state that a market must have reached before certain requests can be right. */
export interface Progress {
  /** Orders of the actor's: not paid, on their way, arrived, and of which there is a review. */
  unpaid: readonly Bought[]
  shipped: readonly Bought[]
  received: readonly Bought[]
  reviewed: readonly Bought[]
  /** Offers that the actor has. */
  offers: readonly Payload<'quote.accept'>[]
  /** Files of the actor's; the server has the first. */
  pictures: readonly Buffer[]
  /** Applications of the actor's for a loan: those that wait, and those that have an answer. */
  loans: { asked: readonly string[]; offered: readonly { id: string; offerAt: number }[] }
  /** A code that sets the actor's fund password. */
  fundCode: string
  /** The id of a transaction that the actor sent on a simulated network. */
  sent: string
  /** Withdrawals of the actor's that can be cancelled, by the token `STOP` too. */
  withdrawals: readonly string[]
  /** An article of the operator's. */
  article: number
  /** Somebody who has forgotten a password, with the code that was made for them. */
  forgetful: { email: string; code: string }
  /** Lets time pass: some orders move on, and a new code follows one that was used. */
  pass(): Promise<void>
}

interface Stage {
  market: TestMarket
  shop: TestShop
  actor: TestPerson
  addressId: string
}

/** The orders that move on when time passes: their state, the event, and the largest number of them. */
const moves: readonly [OrderState, Exclude<OrderEvent, 'place'>, number][] = [
  ['unpaid', 'pay', 2],
  ['paid', 'ship', 5],
  ['shipped', 'receive', 1],
]

/** Moves the oldest of the actor's orders on, as the buyer and the shop do. */
async function moveOn({ market: { db }, actor: { uid } }: Stage): Promise<void> {
  for (const [state, event, most] of moves) {
    const found = await db
      .selectFrom('orders')
      .select('id')
      .where('user_id', '=', uid)
      .where('state', '=', state)
      .orderBy('serial')
      .limit(most)
      .execute()
    for (const { id } of found)
      await ownerTransaction(db, uid, async (call) => {
        const order = await readOrder(call.tx, uid, id)
        if (order && nextStage(order.stage, event) !== undefined)
          await moveOrder(call, order, { event, at: Date.now(), paid: toPay(order.due) })
      })
  }
}

/** The products of the latest of the actor's orders that are in one of these states. */
const boughtIn = ({ market: { db }, actor }: Stage, states: readonly OrderState[]): Promise<Bought[]> =>
  db
    .selectFrom('orders as o')
    .innerJoin('order_lines as l', 'l.order_id', 'o.id')
    .select(['o.id as orderId', 'l.product_id as productId'])
    .where('o.user_id', '=', actor.uid)
    .where('o.state', 'in', states)
    .orderBy('o.serial', 'desc')
    .limit(10)
    .execute()

const reviewedBy = ({ market: { db }, actor }: Stage): Promise<Bought[]> =>
  db
    .selectFrom('own_reviews')
    .select(['order_id as orderId', 'product_id as productId'])
    .where('user_id', '=', actor.uid)
    .orderBy('at', 'desc')
    .limit(10)
    .execute()

/** The operator answers the actor's applications in `waited`; returns those that are open now. */
async function loansOf({ market: { db }, actor }: Stage, waited: readonly string[]): Promise<Progress['loans']> {
  const until = new Date(Date.now() + 86_400_000)
  const offer = { offer: { amount: 60_000, months: 6, rate: 900, until }, note: '' }
  const mine = db.selectFrom('loans').select(['id', 'user_id', 'answered_at']).where('user_id', '=', actor.uid)
  for (const loan of await mine.where('state', '=', 'applied').execute())
    if (waited.includes(loan.id)) await answerLoan(db, loan, offer, Date.now(), { by: null, via: 'command' })
  return {
    asked: (await mine.where('state', '=', 'applied').execute()).map((loan) => loan.id),
    offered: (await mine.where('state', '=', 'offered').execute()).map(({ id, answered_at }) => ({
      id,
      offerAt: answered_at!.getTime(),
    })),
  }
}

/** Sends a test coin from the actor's simulated wallet; returns the transaction's id. */
const sentBy = ({ market: { deposits }, actor }: Stage): Promise<string> =>
  deposits.simulatedOf('tron')!.send([{ to: 'somebody', coin: 'USDT', amount: 1n }], { by: actor.uid })

/** The token by which a withdrawal of the actor's is stopped. */
export const STOP = 'S'.repeat(43)

/** Withdrawals of the actor's that can be cancelled, two of them new. */
async function withdrawalsOf({ market, actor: { uid, password } }: Stage, token: string): Promise<string[]> {
  const { db } = market
  // Neither a change of a password nor the limit of a day may prevent a withdrawal.
  await db.updateTable('users').set({ credentials_reset_at: null }).where('id', '=', uid).execute()
  const ask = { network: 'tron', asset: 'tUSDT', address: 'test-tron-00112233445566778899', password }
  for (let n = 0; n < 2; n++)
    await market.call('/api/withdraw/ask', { ...ask, id: randomUUID(), amount: '5000000', fee: '1500000' }, token)
  const rows = await db
    .updateTable('withdrawals')
    .set({ stop_hash: stopHash(STOP), at: new Date(0) })
    .where('user_id', '=', uid)
    .where('state', '=', 'waiting')
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Begins with some orders of the actor's, placed over the API with their token. */
export async function beginProgress(stage: Stage, token: () => string, article: number): Promise<Progress> {
  const { market, shop, addressId } = stage
  const pictures = await Promise.all([1, 2, 3, 4].map((n) => testPicture(n, 16)))
  const call = async (path: string, body: unknown): Promise<void> => {
    const { code, msg } = await market.call(path, body, token())
    if (code !== 1) throw new Error(`${path} of the actor was answered “${msg}”`)
  }
  await call('/api/index/upload', { file: pictures[0]!.toString('base64') })
  const order = () => placing(market.db, shop.shopId, addressId, [{ id: shop.ids[0]!, num: 1 }])
  await operate(market.db, ['setting', 'loan_terms', 'USD 500-50000 3,6,12 8.5'], Date.now())
  for (let n = 0; n < 8; n++) await call('/api/order/place', await order())
  const { email } = await market.person()
  const progress: Progress = {
    unpaid: [],
    shipped: [],
    received: [],
    reviewed: [],
    offers: [],
    pictures,
    loans: { asked: [], offered: [] },
    fundCode: '',
    sent: '',
    withdrawals: [],
    article,
    forgetful: { email, code: '' },
    pass: async () => {
      await moveOn(stage)
      // They are refused while the address is gone, or too many are unpaid.
      for (let n = 0; n < 2; n++) await market.call('/api/order/place', await order(), token())
      const issued = await issueCode(market.db, email, 'resetpwd', Date.now(), true)
      if (issued.kind === 'new') progress.forgetful = { email, code: issued.code }
      progress.unpaid = await boughtIn(stage, ['unpaid'])
      progress.shipped = await boughtIn(stage, ['shipped'])
      progress.received = await boughtIn(stage, ['received', 'assessed'])
      progress.reviewed = await reviewedBy(stage)
      progress.offers = await newOffers(stage, token())
      progress.loans = await loansOf(stage, progress.loans.asked)
      progress.sent = await sentBy(stage)
      progress.withdrawals = await withdrawalsOf(stage, token())
      const fund = await issueCode(market.db, stage.actor.email, 'fund', Date.now(), true)
      if (fund.kind === 'new') progress.fundCode = fund.code
    },
  }
  await progress.pass()
  return progress
}
