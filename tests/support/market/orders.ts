import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { orderSums } from '#contract/orders/sums.ts'
import type { Payload } from '#contract/registry.ts'
import type { Order } from '#contract/sync/schema-rows.ts'
import type { PushResult } from '#contract/sync/schema.ts'
import type { Db, Tx } from '#server/db/tables/tables.ts'
import { catalogueTransaction } from '#server/feed/catalogue-feed.ts'
import { ownerTransaction } from '#server/feed/owner-feed.ts'
import { available, TEST_MINT } from '#server/ledger/accounts.ts'
import { balance, post } from '#server/ledger/ledger.ts'
import { centsOf, unitsOf, type Asset } from '#contract/coins/assets.ts'
import { unsoundPapers } from './papers.ts'
import { unsoundMoney, type Query, type Say } from './unsound-money.ts'

/** How a product of a test is sold. */
export interface TestGood {
  stock?: number
  ladder?: { from: number; price: number }[]
  minimum?: number
  multiple?: number
  currency?: string
  variants?: { extra?: number; stock: number }[]
}
/** A store by its number and as the owner of its feed; its products by their numbers and as it calls them (`goods`). */
export interface TestShop {
  shopId: number
  uid: string
  categoryId: number
  ids: number[]
  goods: string[]
  variants: number[][]
}

/** Makes the choices of a product; returns their ids. */
async function makeVariants(tx: Tx, productId: number, choices: NonNullable<TestGood['variants']>): Promise<number[]> {
  const ids: number[] = []
  for (const [n, { extra = 0, stock }] of choices.entries()) {
    const label = JSON.stringify({ en: `Choice ${n}` })
    const { id } = await tx
      .insertInto('variants')
      .values({ product_id: productId, sku: String(n), label, extra, stock, picture: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}

/** Makes a store with these products. */
export function makeShop(
  db: Db,
  goods: readonly TestGood[],
  terms: { currency?: string; shipping?: number; tax?: number } = {},
): Promise<TestShop> {
  return catalogueTransaction(db, async ({ tx, rev }) => {
    const mark = randomUUID()
    const currency = terms.currency ?? 'USD'
    const store = await tx
      .insertInto('stores')
      .values({
        slug: mark,
        name: 'Test store',
        currency,
        shipping: terms.shipping ?? 0,
        tax_basis_points: terms.tax ?? 0,
        rev,
        logo: null,
      })
      .returning(['id', 'uid'])
      .executeTakeFirstOrThrow()
    const category = await tx
      .insertInto('categories')
      .values({ path: mark, name: JSON.stringify({ en: 'Things' }), picture: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const shop: TestShop = {
      shopId: store.id,
      uid: store.uid,
      categoryId: category.id,
      ids: [],
      goods: [],
      variants: [],
    }
    for (const [i, good] of goods.entries()) {
      const ladder = good.ladder ?? [{ from: 1, price: 500 }]
      const stock = good.variants ? good.variants.reduce((sum, v) => sum + v.stock, 0) : (good.stock ?? 1000)
      const product = await tx
        .insertInto('products')
        .values({
          store_id: store.id,
          category_id: category.id,
          category_ids: [category.id],
          source_id: `${mark}:${i}`,
          title: JSON.stringify({ en: `Thing ${i}` }),
          description: '{}',
          brand: null,
          source_hash: null,
          tokens: null,
          pictures: '[]',
          attributes: '[]',
          currency: good.currency ?? currency,
          ladder: JSON.stringify(ladder),
          price: ladder[0]!.price,
          stock,
          minimum: good.minimum ?? 1,
          multiple: good.multiple ?? 1,
          rev,
        })
        .returning(['id', 'uid'])
        .executeTakeFirstOrThrow()
      shop.ids.push(product.id)
      shop.goods.push(product.uid)
      shop.variants.push(await makeVariants(tx, product.id, good.variants ?? []))
    }
    return shop
  })
}

/** Gives a person a complete address; returns its id. */
export async function makeAddress(
  db: Db,
  userId: string,
  fields: Partial<Record<'country' | 'province' | 'city' | 'detail' | 'recipient' | 'mobile', string>> = {},
): Promise<string> {
  const id = randomUUID()
  await ownerTransaction(db, userId, ({ tx, rev }) =>
    tx
      .insertInto('addresses')
      .values({
        user_id: userId,
        id,
        country: 'DE',
        province: 'DE-BE',
        city: 'Berlin',
        detail: 'Torstraße 1',
        zip: '10119',
        recipient: 'Robin',
        mobile: '+4930123456',
        field_revs: '{}',
        rev,
        ...fields,
      })
      .execute(),
  )
  return id
}

const mint = (tx: Tx, account: string, asset: Asset, amount: bigint): Promise<boolean> =>
  post(tx, `test:${randomUUID()}`, [
    { account: TEST_MINT, asset, amount: -amount },
    { account, asset, amount },
  ])

/** Credits a store's or the market's account with units of an asset. */
export const credit = (db: Db, account: string, asset: Asset, units: bigint): Promise<boolean> =>
  db.transaction().execute((tx) => mint(tx, account, asset, units))

/** Gives a person units of an asset. */
export const giveCoins = (db: Db, userId: string, asset: Asset, units: bigint): Promise<boolean> =>
  ownerTransaction(db, userId, ({ tx }) => mint(tx, available(userId), asset, units))

/** Gives a person test money (cents). */
export const giveMoney = (db: Db, userId: string, cents: number): Promise<boolean> =>
  giveCoins(db, userId, 'tUSDT', unitsOf(cents))

/** An account's test money (cents). */
export const moneyOn = async (db: Db, account: string): Promise<number> => centsOf(await balance(db, account, 'tUSDT'))

export interface Wanted {
  id: number
  num: number
  variantId?: number
}

/** An order as a device that has just seen the shop would place it. */
export async function placing(
  db: Db,
  shopId: number,
  addressId: string,
  wanted: readonly Wanted[],
  more: Partial<Payload<'order.place'>> = {},
): Promise<Payload<'order.place'>> {
  const store = await db.selectFrom('stores').selectAll().where('id', '=', shopId).executeTakeFirstOrThrow()
  const products = await db.selectFrom('products').selectAll().where('store_id', '=', shopId).execute()
  const variants = await db.selectFrom('variants').select(['id', 'extra']).execute()
  const lines = wanted.map((l) => ({ variantId: 0, ...l }))
  const sums = orderSums(
    lines,
    ({ id, variantId }) => {
      const { ladder, minimum, multiple } = products.find((p) => p.id === id) ?? {
        ladder: [{ from: 1, price: 1 }],
        minimum: 1,
        multiple: 1,
      }
      return { ladder, minimum, multiple, extra: variants.find((v) => v.id === variantId)?.extra ?? 0 }
    },
    { shipping: store.shipping, taxBasisPoints: store.tax_basis_points },
  )
  return {
    clientOrderId: randomUUID(),
    shopId,
    addressId,
    currency: products[0]!.currency,
    remark: '',
    goods: sums.goods,
    shipping: sums.shipping,
    tax: sums.tax,
    total: sums.total,
    lines: sums.lines.map(({ id, variantId, num, price }) => ({ id, variantId, num, price })),
    ...more,
  }
}

/** The orders among the rows of an answer. */
export const ordersIn = (rows: PushResult['rows']): Order[] =>
  rows.flatMap((r) => (r.table === 'orders' ? [r.row] : []))

/**
 * Checks what must hold of a market at any moment; returns the faults in words. `made` is how many pieces of each
 * product were ever on the shelf.
 */
export async function unsound(db: Db, made?: ReadonlyMap<number, number>): Promise<string[]> {
  const faults: string[] = []
  const say: Say = (what, rows) => {
    for (const row of rows) faults.push(`${what}: ${JSON.stringify(row)}`)
  }
  const query: Query = async (text) => (await sql.raw<object>(text).execute(db)).rows
  await unsoundMoney(query, say)
  await unsoundPapers(query, say)
  say(
    'stock below zero',
    await query(
      'select id, stock from products where stock < 0 union all select product_id, stock from variants where stock < 0',
    ),
  )
  say(
    "stock is not its variants'",
    await query(
      'select p.id, p.stock, sum(v.stock)::int as variants from products p join variants v on v.product_id = p.id group by p.id having p.stock <> sum(v.stock)',
    ),
  )
  say(
    "what can be ordered beyond the shelf is not its variants', or less than is owed",
    await query(`
    select p.id, p.beyond, sum(v.beyond)::int as variants from products p join variants v on v.product_id = p.id
      group by p.id having p.beyond <> sum(v.beyond)
    union all select id, beyond, back_pieces from products p where not deleted and beyond < back_pieces
      and not exists (select from variants v where v.product_id = p.id)`),
  )
  say(
    'reserved in a state that reserves nothing',
    await query("select id, state, reserved from orders where reserved <> (state in ('unpaid', 'paid'))"),
  )
  say(
    'sales are not what was shipped and kept',
    await query(`
    select p.id, p.sales, coalesce(sum(l.shipped), 0)::int as shipped from products p
    left join order_lines l on l.product_id = p.id
    group by p.id having p.sales <> coalesce(sum(l.shipped), 0)`),
  )
  say(
    'parcels hold more than was ordered or paid',
    await query(`
    select o.id, o.due, sum(p.amount)::bigint as amount from orders o join parcels p on p.order_id = o.id
      group by o.id having sum(p.amount) > o.due or o.refunded < sum(p.refunded)`),
  )
  say(
    'given back is not what was written down',
    await query(`
    select o.id, o.refunded from orders o left join order_refunds b on b.order_id = o.id
      group by o.id having o.refunded <> coalesce(sum(b.amount), 0)`),
  )
  if (made) {
    // Counts the pieces that an order reserves, or else those that were sent: the rest of an order that was sent in
    // part and then given up came back.
    const { rows } = await sql<{ id: number; all: number }>`
      select p.id, p.stock + coalesce(sum(case when o.reserved and not o.short then l.num else sent.num end), 0)::int
        as all
      from products p left join (order_lines l join orders o on o.id = l.order_id
        join lateral (select coalesce(sum((piece->>'num')::int), 0)::int as num
          from parcels q cross join lateral jsonb_array_elements(q.lines) as piece
          where q.order_id = o.id and q.replaces is null and (piece->>'id')::int = l.product_id
            and (piece->>'variantId')::int = l.variant_id) sent on true) on l.product_id = p.id
      group by p.id`.execute(db)
    say(
      'pieces came or went',
      rows.filter((r) => made.has(r.id) && made.get(r.id) !== r.all),
    )
  }
  return faults
}
