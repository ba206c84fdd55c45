import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { ladderPrice } from '#contract/prices/ladder.ts'
import { applicationPictures, type ApplicationPicture } from '#contract/merchants/rules.ts'
import type { Db } from '../db/tables/tables.ts'
import { demoLogins } from './buyers.ts'
import { actAs } from './acts.ts'
import { goodsByStore, HERS, seedPersonOf, placeDemoOrders, SELLER, type SeedProduct } from './orders.ts'
import type { Mutations } from '../sync/outcomes.ts'
import { createPictureMaker } from '../files/picture-maker.ts'
import { createReceive } from '../files/receive.ts'
import { keysOf } from '../keys/keys-of.ts'
import { readLoanTerms } from '../loans/terms.ts'
import { readContract } from '../market/merchant-contract/versions.ts'
import { approve, takeUp } from '../merchants/decide.ts'
import { readSiteSettings } from '../market/settings.ts'

// The belongings and words of one of the demo's buyers, and the application of one who became a seller, so that no
// screen is empty at the first start. Everything is done by the market's own rules, as their devices would.

const DAY = 86_400_000
const HOUR = 3_600_000

/**
 * Has the demo's people order and sell (orders.ts), fills the account of the first of them, and gives the seller
 * the application that made her one.
 */
export async function furnishDemo(db: Db, mutations: Mutations, now: number): Promise<void> {
  // Once: what is ordered changes the stock by which they are chosen.
  const stores = await goodsByStore(db)
  await placeDemoOrders(db, mutations, stores, now)
  const buyer = await seedPersonOf(db, demoLogins[0]!.email)
  const act = actAs(db, mutations, buyer, now)
  // The goods of the seller's own store are left for her desk.
  const goods = stores.flatMap((some, place) => (place === HERS ? [] : some))
  await keepBelongings(act, goods)
  await reviewAndReport(db, act, buyer)
  await applyForLoan(db, act)
  await becomeSeller(db, mutations, stores[HERS]![0]!.store_id, now)
  // Nothing done before the market opened is news to mail.
  await db.deleteFrom('mail_notices').execute()
}

type Act = ReturnType<typeof actAs>

/** Favourites, a cart, a list of their own, and a price that is waited for. */
async function keepBelongings(act: Act, goods: readonly SeedProduct[]): Promise<void> {
  for (const [n, { id }] of goods.slice(1, 7).entries()) await act('favourite.set', { id, on: true }, (8 - n) * DAY)
  for (const { id, store_id: shopId, minimum, ladder } of goods.slice(2, 5)) {
    const price = ladderPrice(ladder, minimum)
    await act('cart.add', { id, shopId, variantId: 0, num: minimum, price, currency: 'USD' }, 5 * HOUR)
  }
  const list = randomUUID()
  await act('list.put', { id: list, name: 'Shelf by the door' }, 3 * DAY)
  for (const { id, store_id: shopId, minimum } of goods.slice(0, 4))
    await act('list.set', { listId: list, id, shopId, variantId: 0, from: 0, to: minimum }, 3 * DAY)
  const [watched] = goods.slice(6) as [SeedProduct]
  const price = Math.floor(ladderPrice(watched.ladder, watched.minimum) * 0.9)
  await act(
    'watch.set',
    { what: 'price', id: watched.id, variantId: 0, price, currency: 'USD', area: '', on: true },
    DAY,
  )
}

/** A review and a problem of what has arrived. */
async function reviewAndReport(db: Db, act: Act, userId: string): Promise<void> {
  const { id: orderId } = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'received')
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('order_lines')
    .select(['product_id', 'variant_id', 'num'])
    .where('order_id', '=', orderId)
    .orderBy('product_id')
    .execute()
  const [good, bad] = lines as [(typeof lines)[0], (typeof lines)[0]]
  const report = {
    id: orderId,
    report: randomUUID(),
    parcel: 1,
    line: { id: bad.product_id, variantId: bad.variant_id, num: 1 },
    problem: 'damaged',
    wish: 'replacement',
    text: 'One came with a broken edge. The box itself was whole.',
    pictures: [],
  }
  await act('order.report', report, 2 * HOUR)
  const review = {
    orderId,
    productId: good.product_id,
    rating: 4,
    text: 'Well packed, and as in the picture. The colour is a little darker than I thought.',
    language: 'en',
    pictures: [],
  }
  await act('review.write', review, HOUR)
}

async function applyForLoan(db: Db, act: Act): Promise<void> {
  const terms = readLoanTerms((await readSiteSettings(db)).loan_terms)
  if (!terms) return
  const { currency, rate, months, least } = terms
  const loan = {
    id: randomUUID(),
    ...{ amount: least * 10, currency, months: months[1] ?? months[0]!, rate },
    purpose: 'Stock for the first winter in the new shop.',
    mobile: '+4930123456',
    name: 'Robin Demo',
  }
  await act('loan.apply', loan, 2 * DAY)
}

/** A drawn picture that stands for a logo or a document: nobody's. */
const drawn = (which: ApplicationPicture): Promise<Buffer> => {
  const lines = [260, 330, 400, 470].map(
    (y) => `<rect x="420" y="${y}" width="${620 - (y % 180)}" height="26" fill="#8a8f9c"/>`,
  )
  const art =
    which === 'logo'
      ? '<rect width="1200" height="1200" fill="#9c2f2f"/><circle cx="600" cy="560" r="300" fill="#f6c473"/><rect x="560" y="860" width="80" height="160" fill="#f6c473"/>'
      : `<rect width="1200" height="800" fill="#e9e4d8"/><rect x="80" y="80" width="1040" height="90" fill="#1f2a5a"/><rect x="120" y="240" width="240" height="300" fill="#b7c0d0"/>${lines.join('')}<rect x="${which === 'back' ? 80 : 420}" y="640" width="${which === 'holding' ? 300 : 600}" height="40" fill="#1f2a5a"/>`
  const height = which === 'logo' ? 1200 : 800
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="${height}">${art}</svg>`))
    .webp()
    .toBuffer()
}

/** The application by which the seller came to her store, with its documents and the receipt of her contract. */
async function becomeSeller(db: Db, mutations: Mutations, into: number, now: number): Promise<void> {
  // Without its keys a market takes no documents.
  const { sealing, signing } = keysOf(db)
  if (!sealing || !signing) return
  const seller = await seedPersonOf(db, SELLER)
  const receive = createReceive(createPictureMaker())
  const pictures: Partial<Record<ApplicationPicture, string>> = {}
  for (const which of applicationPictures) {
    const bytes = await drawn(which)
    const id = createHash('sha256').update(bytes).digest('hex')
    const came = await receive(db, { userId: seller, id, size: bytes.length, at: 0, bytes }, now)
    if (came.kind !== 'has' || !came.here) throw new Error(`The demo's picture was not taken: ${JSON.stringify(came)}`)
    pictures[which] = id
  }
  const contract = await readContract(db, 'zh', now)
  const text = createHash('sha256').update(contract.text).digest('hex')
  const id = randomUUID()
  const application = {
    id,
    storeName: 'Paper Lantern Workshop',
    realName: '林小芳',
    documentNumber: 'DEMO-0000-0000',
    pictures,
    code: '',
    agreed: true,
    contract: { version: contract.version, language: contract.language, text, signedAt: now - 30 * DAY },
    strokes: '120,230 180,120 240,230;150,210 210,210;300,120 300,230;300,190 380,190;380,120 380,230',
  }
  await actAs(db, mutations, seller, now)('merchant.apply', application, 30 * DAY)
  await takeUp(db, id, now - 30 * DAY + HOUR)
  await approve(db, id, now - 29 * DAY, { into })
}
