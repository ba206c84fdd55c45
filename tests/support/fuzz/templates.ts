import { createHash } from 'node:crypto'
import { buyerMails, mailTopic, storeMails } from '#contract/messages/mail-kinds.ts'
import { mutableTopics } from '#contract/messages/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { PushIntent } from '#contract/sync/schema.ts'
import type { Random } from '#server/seed/random.ts'
import type { TestMarket, TestPerson } from '../market/market.ts'
import type { TestShop } from '../market/orders.ts'
import type { OtherPerson } from '../life/other-person.ts'
import { fileIdOf } from '../market/pictures.ts'
import { hostileTexts } from './hostile-texts.ts'
import { uuidFrom, type Pool } from './from-schema.ts'
import { STOP, type Bought, type Progress } from './progress.ts'
import type { Templates } from './requests.ts'

/** A text in the actor's private rows: the market may answer it to them, and must never log it. */
export const CANARY = 'canary-4b1d-of-the-actor'
export const PASSWORD = 'a long enough one'
export const HOME = {
  country: 'DE',
  province: 'DE-BE',
  city: 'Berlin',
  detail: CANARY,
  zip: '10119',
  recipient: 'Robin',
  mobile: '+4930123456',
}

/** The people and goods of a market that is fuzzed. */
export interface Stage {
  market: TestMarket
  shop: TestShop
  bystander: OtherPerson
  actor: TestPerson
  expendable: TestPerson
  addressId: string
  progress: Progress
}

/** Real texts and numbers of the market. */
export const poolOf = ({ shop, bystander, actor, expendable, addressId }: Stage): Pool => ({
  texts: [
    actor.uid,
    actor.uid,
    actor.uid,
    actor.email,
    expendable.email,
    PASSWORD,
    addressId,
    addressId,
    'inc12345',
    bystander.uid,
    bystander.incarnation,
    bystander.addressId,
    bystander.unpaid,
    bystander.paid,
    'somebody@example.test',
    '0',
    '17',
    CANARY,
    'DE',
    'DE-BE',
    'USD',
  ],
  numbers: [...shop.ids, ...bystander.shop.ids, shop.shopId, bystander.shop.shopId, ...shop.variants.flat(), 0, 1, 500],
})

/** Payments on simulated networks, billing details, and loans. */
const money = ({ progress, shop }: Stage): Templates => ({
  'wallet.postings': (random) => ({ asset: random.pick(['tUSDT', 'USDT', 'BTC']), after: random.pick([0, 1, 500]) }),
  'recharge.claim': (random) => ({
    ...{ network: 'tron', asset: 'tUSDT', txid: uuidFrom(random).replaceAll('-', '').repeat(2) },
    ...{ amount: random.pick(['1', '5000000', '9'.repeat(30)]), pictures: [] },
  }),
  'user.fundPassword': (random) => ({
    password: PASSWORD,
    ...random.pick([{ original: PASSWORD }, { login: PASSWORD, code: progress.fundCode }]),
  }),
  'withdraw.ask': (random) => ({
    ...{ id: uuidFrom(random), network: 'tron', asset: 'tUSDT', fee: '1500000', password: PASSWORD },
    address: random.pick(['test-tron-00112233445566778899', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8']),
    amount: random.pick(['5000000', '6000001']),
    ...(random.chance(0.2) && { store: shop.uid }),
  }),
  'withdraw.cancel': (random) => ({ id: progress.withdrawals[0] ?? uuidFrom(random) }),
  'withdraw.stop': (random) => ({
    id: progress.withdrawals.at(-1) ?? uuidFrom(random),
    token: random.pick([STOP, 'A'.repeat(43)]),
  }),
  'simulated.drop': () => ({ network: 'tron', txid: progress.sent }),
  'billing.set': (random) => ({
    ...{ company: random.pick(['Nile Traders Ltd', ...hostileTexts]), taxNumber: random.pick(['EG 1', CANARY]) },
    address: random.pick(['4 Port road\nTyre', ...hostileTexts]),
  }),
  'loan.apply': (random) => ({
    ...{ id: uuidFrom(random), amount: 60_000, currency: 'USD', months: random.pick([3, 6, 12]), rate: 850 },
    ...{ purpose: random.pick(['Shelves', ...hostileTexts]), mobile: '+9613123456', name: 'Amal Haddad' },
  }),
  'loan.withdraw': (random) => ({ id: progress.loans.asked[0] ?? uuidFrom(random) }),
  'loan.answer': (random) => ({
    ...(progress.loans.offered[0] ?? { id: uuidFrom(random), offerAt: 1 }),
    accept: random.chance(0.5),
  }),
})

/** Messages to the store, with pictures and without. */
const talks = ({ progress, shop }: Stage): Templates => ({
  'talk.send': (random) => ({
    ...{ id: uuidFrom(random), talk: uuidFrom(random), to: shop.shopId, subject: null },
    text: random.pick([CANARY, ...hostileTexts]),
  }),
  'talk.show': (random) => ({
    ...{ id: uuidFrom(random), talk: uuidFrom(random), to: shop.shopId, subject: null },
    text: random.pick([CANARY, ...hostileTexts]),
    pictures: [fileIdOf(progress.pictures[0]!)],
  }),
})

/** Requests that can be right only after something else has happened in the market. */
function afterwards(stage: Stage): Templates {
  const { progress, actor, shop } = stage
  // When there are none, the request names an order that nobody has.
  const oneOf = (random: Random, among: readonly Bought[]): Bought =>
    among.length > 0 ? random.pick(among) : { orderId: `${actor.uid}:1`, productId: 1 }
  // A long run may ask for no further prices: then the request names an offer that nobody has made.
  const offer = (random: Random): Payload<'quote.accept'> =>
    progress.offers.length > 0
      ? random.pick(progress.offers)
      : {
          ...{ id: uuidFrom(random), round: 1, shopId: shop.shopId, productId: shop.ids[0]!, currency: 'USD' },
          lines: [{ variantId: 0, num: 1, price: 400 }],
        }
  return {
    ...money(stage),
    ...talks(stage),
    'order.receive': (random) => ({ id: oneOf(random, progress.shipped).orderId }),
    'order.receiveParcel': (random) => ({
      id: oneOf(random, progress.shipped).orderId,
      parcel: 1,
      amount: random.pick([0, 500, 550]),
    }),
    'order.report': (random) => {
      const { orderId, productId } = oneOf(random, random.chance(0.5) ? progress.shipped : progress.received)
      return {
        id: orderId,
        report: uuidFrom(random),
        parcel: 1,
        line: { id: productId, variantId: 0, num: 1 },
        problem: random.pick(['damaged', 'missing', 'wrong']),
        wish: random.pick(['refund', 'replacement', 'talk']),
        text: random.pick(['Broken', ...hostileTexts]),
        pictures: random.chance(0.5) ? [fileIdOf(progress.pictures[0]!)] : [],
      }
    },
    'review.write': (random) => ({
      ...oneOf(random, progress.received),
      rating: random.whole(1, 5),
      text: random.pick(['As described', ...hostileTexts]),
      language: random.pick(['en', 'zh', 'ar']),
      pictures: random.chance(0.5) ? [fileIdOf(progress.pictures[0]!)] : [],
    }),
    'review.delete': (random) => oneOf(random, progress.reviewed),
    'quote.accept': offer,
    'quote.close': (random) => roundOf(offer(random)),
    'quote.counter': (random) => ({
      ...roundOf(offer(random)),
      lines: [{ variantId: 0, num: random.whole(1, 9) }],
      target: random.whole(1, 500),
      note: random.pick(hostileTexts),
    }),
    'file.upload': (random) => ({ file: random.pick(progress.pictures).toString('base64') }),
    // A file in two pieces: the second, or none, may come before the first.
    'file.piece': (random) => {
      const bytes = random.pick(progress.pictures)
      const half = bytes.length >> 1
      const [from, to] = random.pick([
        [0, half],
        [half, bytes.length],
        [0, 0],
      ] as const)
      return {
        uid: actor.uid,
        id: fileIdOf(bytes),
        size: bytes.length,
        at: from,
        bytes: bytes.subarray(from, to).toString('base64'),
      }
    },
    'article.detail': (random) => ({ article_id: String(progress.article), language: random.pick(['en', 'zh', 'ar']) }),
    'message.mute': (random) => ({
      topic: random.pick([...mutableTopics, ...buyerMails.map(mailTopic), ...storeMails.map(mailTopic)]),
      on: random.chance(0.5),
    }),
    'user.resetPassword': () => ({ ...progress.forgetful, password: PASSWORD }),
    // Its token is the expendable person's, who holds nothing.
    'user.delete': () => ({ password: PASSWORD }),
  }
}

/** The offer that somebody answers, as they saw it. */
const roundOf = ({ id, round }: { id: string; round: number }) => ({ id, round })

/** A request for a price. */
const asking = ({ shop }: Stage, random: Random) => ({
  shopId: shop.shopId,
  productId: shop.ids[random.whole(0, 1)]!,
  currency: 'USD',
  lines: [{ variantId: 0, num: random.whole(1, 99) }],
  target: random.chance(0.5) ? random.whole(1, 600) : null,
  country: random.pick(['', 'DE']),
  note: random.pick([CANARY, ...hostileTexts]),
})

/** Requests of the actor that mean something in the market. */
export function templatesOf(stage: Stage): Templates {
  const { market, shop, bystander, actor, addressId, progress } = stage
  const orderIds: string[] = []

  const randomFrom = (random: Random): string =>
    `${createHash('sha256')
      .update(String(random.whole(0, 60)))
      .digest('hex')
      .slice(0, 8)}-0000-4000-8000-00000000adde`
  const place = (random: Random) => {
    const num = random.whole(1, 9)
    const clientOrderId = `${random
      .whole(0, 2 ** 31)
      .toString(16)
      .padStart(8, '0')}-0000-4000-8000-00000000c0de`
    orderIds.push(`${clientOrderId}:${shop.shopId}`)
    const sum = num * 500
    return {
      clientOrderId,
      shopId: shop.shopId,
      addressId,
      currency: 'USD',
      lines: [{ id: shop.ids[0]!, variantId: 0, num, price: 500 }],
      goods: sum,
      shipping: 0,
      tax: 0,
      total: sum,
      remark: CANARY,
    }
  }
  const bought = (p: ReturnType<typeof place>) => ({ ...p, rate: null, due: p.total })
  const submit = (random: Random) => {
    const p = place(random)
    return { ...bought(p), notes: JSON.stringify({ [`${p.lines[0]!.id}:0`]: CANARY }) }
  }
  const recent = (random: Random): string => orderIds.at(-random.whole(1, 20)) ?? bystander.unpaid
  const unpaid = (random: Random): string =>
    progress.unpaid.length > 0 && random.chance(0.5) ? random.pick(progress.unpaid).orderId : recent(random)
  return {
    'order.cancel': (random) => ({ id: unpaid(random) }),
    'order.payQuote': (random) => ({ ids: [unpaid(random)] }),
    'order.pay': (random) => ({ ids: [unpaid(random)], password: PASSWORD }),
    'user.login': () => ({ email: actor.email, password: PASSWORD }),
    'order.place': place,
    'order.submit': submit,
    'order.submitAgreed': submit,
    'order.buy': (random) => bought(place(random)),
    'quote.ask': (random) => ({ ...asking(stage, random), id: randomFrom(random) }),
    ...afterwards(stage),
    'cart.add': (random) => ({
      id: shop.ids[random.whole(0, 1)]!,
      shopId: shop.shopId,
      variantId: 0,
      num: random.whole(1, 9),
      price: 500,
      currency: 'USD',
    }),
    'address.put': (random) => ({
      id: random.chance(0.5) ? addressId : randomFrom(random),
      patch: { ...HOME, recipient: random.pick(hostileTexts) },
      baseRev: 2 ** 40,
    }),
    // A registration uses the address and the code of the last mail.
    'user.register': (random) => ({
      username: random.pick(['A trader', ...hostileTexts]),
      email: market.mails.at(-1)?.to ?? 'x@example.test',
      code: /^\d{6}$/m.exec(market.mails.at(-1)?.text ?? '')?.[0] ?? '123456',
      password: PASSWORD,
    }),
    'user.emailCode': (random) => ({ email: `trader${random.whole(1, 10_000)}@example.test`, event: 'register' }),
    'sync.push': (random, maker) => ({
      v: 1,
      uid: actor.uid,
      incarnation: `inc1234${random.whole(0, 9)}`,
      now: 0,
      intents: Array.from({ length: random.whole(1, 12) }, () => maker.fitting(PushIntent)),
    }),
  }
}
