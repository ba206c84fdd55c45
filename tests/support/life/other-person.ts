import { randomUUID } from 'node:crypto'
import type { Payload } from '#contract/registry.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import type { Db } from '#server/db/tables/tables.ts'
import { settleOwed } from '#server/sync/owed.ts'
import { operate } from '#server/operator/commands/operate.ts'
import type { TestMarket, TestPerson } from '../market/market.ts'
import { testPicture } from '../market/pictures.ts'
import { giveMoney, makeAddress, makeShop, placing, type TestShop } from '../market/orders.ts'

/** Somebody who owns one of everything that a person can own. */
export interface OtherPerson extends TestPerson {
  token: string
  shop: TestShop
  addressId: string
  listId: string
  /** Orders by the state that they are in, and the checkout under which one of them was placed. */
  unpaid: string
  paid: string
  shipped: string
  checkout: string
  /** A message to them, and a conversation of theirs. */
  message: number
  talk: string
  /** The id of a transaction that they sent to their own address and claimed. */
  txid: string
  /** A withdrawal of theirs, which waits. */
  withdrawal: string
  /** An application of theirs for a loan. */
  loan: string
  /** A quote of theirs, with an offer. */
  quote: string
  /** A device of theirs, and an intent of it that has its outcome. */
  incarnation: string
  seq: number
  /** The id of a file that the server has of them. */
  file: string
  /** Texts that nobody else may read. */
  secrets: string[]
}

const PRIVATE = {
  recipient: 'Ottilie Quastenberg',
  detail: 'Verschwiegener Weg 77',
  city: 'Geheimstadt',
  zip: 'GX-99942',
  mobile: '+4930987654321',
}
const MONEY = 76_543_219

const borrowing = (): Payload<'loan.apply'> => ({
  ...{ id: randomUUID(), amount: 5_000_000, currency: 'USD', months: 12, rate: 850 },
  ...{ purpose: 'Shelves for Quastenberg', mobile: PRIVATE.mobile, name: PRIVATE.recipient },
})

const watching = (id: number): Payload<'watch.set'> => ({
  what: 'price',
  id,
  variantId: 0,
  price: 1,
  currency: 'USD',
  area: '',
  on: true,
})

/** Asks for a price and is offered one; returns the quote's id. */
async function offered(
  push: (name: string, payload: unknown) => Promise<void>,
  db: Db,
  shop: TestShop,
): Promise<string> {
  const id = randomUUID()
  await push('quote.ask', {
    id,
    shopId: shop.shopId,
    productId: shop.ids[1]!,
    currency: 'USD',
    lines: [{ variantId: 0, num: 12 }],
    target: null,
    country: '',
    note: 'What Quastenberg would pay',
  } satisfies Payload<'quote.ask'>)
  await operate(db, ['quote', id, 'offer', '4.44'], Date.now())
  return id
}

/** The message that told them of their shipped order. */
const shippedMessage = async (db: Db, uid: string): Promise<number> =>
  (
    await db
      .selectFrom('messages')
      .select('id')
      .where('user_id', '=', uid)
      .where('kind', '=', 'orderShipped')
      .executeTakeFirstOrThrow()
  ).id

type Push = (name: string, payload: unknown) => Promise<void>

/** A list, a conversation, a watch, an application for a loan and a payment. */
async function makeRecords(
  market: TestMarket,
  { token, password }: { token: string; password: string },
  shop: TestShop,
  push: Push,
): Promise<Pick<OtherPerson, 'listId' | 'talk' | 'loan' | 'quote' | 'txid' | 'withdrawal'>> {
  const { db } = market
  const listId = randomUUID()
  await push('list.put', { id: listId, name: 'Quastenberg restock' })
  await push('list.set', { listId, id: shop.ids[1]!, shopId: shop.shopId, variantId: 0, from: 0, to: 12 })
  const talk = randomUUID()
  await push('talk.send', { id: talk, talk, to: shop.shopId, subject: null, text: 'For the eyes of Quastenberg' })
  await push('watch.set', watching(shop.ids[1]!))
  const loan = borrowing()
  await operate(db, ['setting', 'loan_terms', 'USD 500-50000 3,6,12 8.5'], Date.now())
  await push('loan.apply', loan)
  const txid = await recharged(market, token, push)
  const withdrawal = await withdrawn(market, token, password)
  return { listId, talk, loan: loan.id, quote: await offered(push, db, shop), txid, withdrawal }
}

/** Sends test coins to their address from their simulated wallet, and claims them; returns the transaction's id. */
async function recharged({ call }: TestMarket, token: string, push: Push): Promise<string> {
  const where = { network: 'tron', coin: 'USDT' }
  const { address } = (await call('/api/recharge/address', { network: 'tron' }, token)).data as { address: string }
  const sent = await call('/api/simulated/send', { ...where, to: address, amount: '4711471147', later: 0 }, token)
  const { txid } = sent.data as { txid: string }
  await push('recharge.claim', { network: 'tron', asset: 'tUSDT', txid, amount: '4711471147', pictures: [] })
  return txid
}

const WITHDRAWN_TO = 'test-tron-47114711471147114711'

/** Withdraws to a new address; returns the withdrawal's id. */
async function withdrawn({ call }: TestMarket, token: string, password: string): Promise<string> {
  const id = randomUUID()
  const ask = { id, network: 'tron', asset: 'tUSDT', address: WITHDRAWN_TO, amount: '5000000', fee: '1500000' }
  const answer = await call('/api/withdraw/ask', { ...ask, password }, token)
  if (answer.code !== 1) throw new Error(`The other person could not withdraw: ${answer.msg}`)
  return id
}

/** Makes that person, over the API as far as it goes. */
export async function makeOtherPerson(market: TestMarket): Promise<OtherPerson> {
  const { db } = market
  const person = await market.person()
  await db.updateTable('users').set({ username: 'Quastenberg & Daughters' }).where('id', '=', person.uid).execute()
  const token = await market.login(person)
  const shop = await makeShop(db, [{ stock: 5_000 }, { stock: 5_000 }, { stock: 5_000 }])
  const addressId = await makeAddress(db, person.uid, PRIVATE)
  await giveMoney(db, person.uid, MONEY)
  const incarnation = `other${randomUUID().slice(0, 8)}`
  let seq = 0
  const push: Push = async (name, payload) => {
    const answer = await market.call(
      '/api/sync/push',
      { v: 1, uid: person.uid, incarnation, now: 0, intents: [{ seq: ++seq, name, payload, createdAt: 0 }] },
      token,
    )
    const result = (answer.data as { results: PushResult[] }).results[0]
    if (result?.outcome !== 'accepted')
      throw new Error(`${name} of the other person was answered ${JSON.stringify(answer.data)}`)
  }
  const sent = await market.call('/api/index/upload', { file: (await testPicture(4711)).toString('base64') }, token)
  const { id: file, url } = sent.data as { id: string; url: string }
  await push('avatar.set', { file })
  const order = async (n: number): Promise<Payload<'order.place'>> => {
    const p = await placing(db, shop.shopId, addressId, [{ id: shop.ids[0]!, num: n }], {
      remark: `for Quastenberg only ${n}`,
    })
    await push('order.place', p)
    return p
  }
  const places = [await order(3), await order(4), await order(5)]
  const [unpaid, paid, shipped] = places.map((p) => `${p.clientOrderId}:${p.shopId}`) as [string, string, string]
  await market.call('/api/order/pay', { ids: [paid, shipped], password: person.password }, token)
  await operate(db, ['ship', shipped, 'Quastenberg parcel 4711'], Date.now())
  await push('address.default', { id: addressId })
  await push('favourite.set', { id: shop.ids[1]!, on: true })
  await push('follow.set', { id: shop.shopId, on: true })
  await push('cart.add', { id: shop.ids[2]!, shopId: shop.shopId, variantId: 0, num: 7, price: 500, currency: 'USD' })
  const own = await makeRecords(market, { token, password: person.password }, shop, push)
  const { listId, loan, quote, txid, withdrawal } = own
  const message = await shippedMessage(db, person.uid)
  // Changes that are owed to their store would arrive by themselves. This delivers them now, so that no row of theirs
  // changes later when nobody does anything.
  await settleOwed(db, shop.uid)
  const secrets = [
    ...[listId, loan, quote, txid, withdrawal],
    ...[WITHDRAWN_TO, '4711471147'],
    ...Object.values(PRIVATE),
    'Quastenberg',
    person.uid,
    person.email,
    token,
    ...[unpaid, paid, shipped],
    addressId,
    incarnation,
    url.split('/')[3]!,
    String(MONEY),
    String(MONEY - 9 * 500),
  ]
  return {
    ...person,
    token,
    shop,
    addressId,
    ...own,
    unpaid,
    paid,
    shipped,
    checkout: places[0]!.clientOrderId,
    message,
    incarnation,
    seq,
    file,
    secrets,
  }
}
