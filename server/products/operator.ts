import { sql } from 'kysely'
import { amountText, parseMinor } from '#contract/currencies/money.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { productTransaction } from '../feed/catalogue-feed.ts'
import { lockProducts, settleBack, type LockedProduct } from '../orders/order/stock.ts'
import { OperatorError, wholeNumber } from '../operator/answer.ts'

const shelfOf = ({ stock, beyond }: { stock: number; beyond: number }): number => stock - beyond

async function locked(tx: Tx, id: number): Promise<LockedProduct> {
  const product = (await lockProducts(tx, [id])).get(id)
  if (!product) throw new OperatorError(`There is no product ${id}.`)
  return product
}

/**
 * `price <productId> <minor|decimal>`: a whole number is minor units, one with a point a decimal. The ladder's further
 * steps change in proportion, and a deal ends.
 */
export async function setPrice(
  db: Db,
  [product, text, ...more]: readonly string[],
  _now = 0,
  actor: Actor = byCommand,
): Promise<string> {
  const id = wholeNumber(product, 'A product')
  if (text === undefined || more.length > 0)
    throw new OperatorError('One price is needed: minor units (1250) or a decimal (12.50).')
  return productTransaction(db, id, async (tx) => {
    const { ladder, currency } = await locked(tx, id)
    const price = /^\d{1,12}$/.test(text) ? Number(text) : parseMinor(text, currency)
    if (price === undefined || price === 0)
      throw new OperatorError(`“${text}” is no price in ${currency}: minor units (1250) or a decimal (12.50).`)
    const first = ladder[0]!.price
    const changed = ladder.map((step, i) => ({
      from: step.from,
      price: i === 0 || first === 0 ? price : Math.max(1, Math.round((step.price / first) * price)),
    }))
    await tx
      .updateTable('products')
      .set({ price, ladder: JSON.stringify(changed), deal: null })
      .where('id', '=', id)
      .execute()
    await audit(tx, {
      ...actor,
      what: 'product.price',
      subject: `product:${id}`,
      before: { ladder },
      after: { ladder: changed },
    })
    return `Product ${id} costs ${changed.map((s) => `${amountText(s.price, currency)} from ${s.from}`).join(', ')}.`
  })
}

/** `stock <productId> [variantId] <n>`: what is on the shelf now; what orders hold reserved is not in it. */
export async function setStock(db: Db, args: readonly string[], _now = 0, actor: Actor = byCommand): Promise<string> {
  if (args.length < 2 || args.length > 3)
    throw new OperatorError('A product, its variant if it has any, and a number are needed.')
  const id = wholeNumber(args[0], 'A product')
  const num = wholeNumber(args.at(-1), 'A stock', 0)
  const variantId = args.length === 3 ? wholeNumber(args[1], 'A variant') : 0
  return productTransaction(db, id, async (tx) => {
    const { variants, stock, beyond } = await locked(tx, id)
    if (variantId === 0 && variants.size > 0)
      throw new OperatorError(`Product ${id} has variants; name one of ${[...variants.keys()].join(', ')}.`)
    if (variantId !== 0 && !variants.has(variantId))
      throw new OperatorError(`Product ${id} has no variant ${variantId}.`)
    const sum = [...variants.values()].reduce(
      (all, v) => all + (v.id === variantId ? num : v.stock - v.beyond),
      variantId === 0 ? num : 0,
    )
    if (sum > 2_147_483_647) throw new OperatorError('That is more than can be counted.')
    await sql`
      with v as (update variants set stock = ${num}::int + beyond
        where id = ${variantId}::int and product_id = ${id}::int)
      update products set stock = ${sum}::int + beyond where id = ${id}::int`.execute(tx)
    await settleBack(tx, id)
    await audit(tx, {
      ...actor,
      what: 'product.stock',
      subject: `product:${id}`,
      before: { variantId, stock: variantId === 0 ? stock - beyond : shelfOf(variants.get(variantId)!) },
      after: { variantId, stock: num },
    })
    return `Product ${id}${variantId === 0 ? '' : `, variant ${variantId},`} has ${num} in stock.`
  })
}
