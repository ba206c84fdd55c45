import { sql } from 'kysely'
import { clampNum } from '#contract/cart/rules.ts'
import { CART_LINES_MAX } from '#contract/wire/limits.ts'
import { whyNotOrderable } from '#contract/catalogue/orderable.ts'
import { refused, type MutationCall, type MutationsFor } from '../http/handlers.ts'
import { lineChange, lineColumns, lineColumnsOfC, type StoredCartLine } from './change.ts'

interface Ref {
  id: number
  shopId: number
  variantId: number
}

/**
 * The facts that a change of a line depends on: the product's standing and stock, the line as it is, and the number of
 * lines in the cart. The owner's feed lock keeps them true until the commit.
 */
interface Standing {
  store_id: number
  active: boolean
  currency: string
  variant_ok: boolean
  stock: number
  /** The stock of the product, over all its choices. */
  all: number
  minimum: number
  multiple: number
  worth: number | null
  num: number | null
  lines: number
}

async function standing({ tx, userId }: MutationCall, l: Ref): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select p.store_id, p.active, p.currency, coalesce(v.stock, p.stock) as stock,
      p.stock as "all", p.minimum, p.multiple, p.worth, c.num,
      case when ${l.variantId}::int = 0 then not exists (select from variants x where x.product_id = p.id)
        else v.id is not null end as variant_ok,
      (select count(*)::int from cart_lines o where o.user_id = ${userId}::uuid and o.num > 0) as lines
    from products p
    left join variants v on v.product_id = p.id and v.id = ${l.variantId}::int
    left join cart_lines c on c.user_id = ${userId}::uuid and c.store_id = ${l.shopId}::int and c.product_id = p.id
      and c.variant_id = ${l.variantId}::int
    where p.id = ${l.id}::int`.execute(tx)
  return rows[0]
}

export const cartMutations: MutationsFor<'cart.add' | 'cart.set' | 'cart.tick' | 'cart.later' | 'cart.clear'> = {
  'cart.add': async (call, p) => {
    const at = await standing(call, p)
    if (!at?.active || at.store_id !== p.shopId) return refused('productGone')
    if (!at.variant_ok) return refused('variantGone')
    const whyNot = at.stock === 0 ? { reason: 'outOfStock' as const } : whyNotOrderable({ ...at, stock: at.all })
    if (whyNot) return refused(whyNot.reason, whyNot.params)
    const before = at.num ?? 0
    if (before === 0 && at.lines >= CART_LINES_MAX) return refused('cartFull', { max: CART_LINES_MAX })
    // A line brought back from zero begins again: ticked, with the price seen now. One that was aside comes back.
    const { rows } = await sql<StoredCartLine>`
      insert into cart_lines as c (user_id, store_id, product_id, variant_id, num, seen_price, currency, rev)
      values (${call.userId}::uuid, ${p.shopId}::int, ${p.id}::int, ${p.variantId}::int,
        ${clampNum(before, p.num, at.stock)}::int, ${p.price}::bigint, ${at.currency}, ${call.rev}::bigint)
      on conflict (user_id, store_id, product_id, variant_id) do update set num = excluded.num, rev = excluded.rev,
        ticked = c.ticked or c.num = 0 or c.later, later = false,
        seen_price = case when c.num = 0 then excluded.seen_price else c.seen_price end,
        quote_id = case when c.num = 0 then null else c.quote_id end,
        at = case when c.num = 0 then excluded.at else c.at end
      returning ${lineColumns}`.execute(call.tx)
    return { kind: 'accepted', rows: rows.map((row) => lineChange(call.rev, row)) }
  },
  'cart.set': async (call, p) => {
    const at = await standing(call, p)
    if (!at) return refused('productGone')
    // A line the server never had: there is nothing to set, and the device's guess falls away.
    if (at.num === null) return { kind: 'accepted', rows: [] }
    const num = clampNum(at.num, p.to - p.from, at.active && at.variant_ok ? at.stock : 0)
    // A line at zero is no line of the cart: bringing one back is an addition.
    if (at.num === 0 && num > 0 && at.lines >= CART_LINES_MAX) return refused('cartFull', { max: CART_LINES_MAX })
    const { rows } = await sql<StoredCartLine>`
      update cart_lines set num = ${num}::int, rev = ${call.rev}::bigint
      where user_id = ${call.userId}::uuid and store_id = ${p.shopId}::int and product_id = ${p.id}::int
        and variant_id = ${p.variantId}::int
      returning ${lineColumns}`.execute(call.tx)
    return { kind: 'accepted', rows: rows.map((row) => lineChange(call.rev, row)) }
  },
  'cart.tick': async ({ tx, userId, rev }, p) => {
    const { rows } = await sql<StoredCartLine>`
      update cart_lines set ticked = ${p.on}::boolean, later = later and not ${p.on}::boolean, rev = ${rev}::bigint
      where user_id = ${userId}::uuid and store_id = ${p.shopId}::int and product_id = ${p.id}::int
        and variant_id = ${p.variantId}::int
      returning ${lineColumns}`.execute(tx)
    return { kind: 'accepted', rows: rows.map((row) => lineChange(rev, row)) }
  },
  'cart.later': async ({ tx, userId, rev }, p) => {
    const { rows } = await sql<StoredCartLine>`
      update cart_lines set later = ${p.on}::boolean, ticked = not ${p.on}::boolean, rev = ${rev}::bigint
      where user_id = ${userId}::uuid and store_id = ${p.shopId}::int and product_id = ${p.id}::int
        and variant_id = ${p.variantId}::int
      returning ${lineColumns}`.execute(tx)
    return { kind: 'accepted', rows: rows.map((row) => lineChange(rev, row)) }
  },
  'cart.clear': async ({ tx, userId, rev }, p) => {
    // Takes away the pieces that were seen; what another device added meanwhile stays.
    const { rows } = await sql<StoredCartLine>`
      update cart_lines c set num = greatest(0, c.num - seen.num), rev = ${rev}::bigint
      from (select "shopId", id, "variantId", sum(num)::int as num
        from jsonb_to_recordset(${JSON.stringify(p.lines)}::jsonb) as l("shopId" int, id int, "variantId" int, num int)
          group by 1, 2, 3) seen
      where c.user_id = ${userId}::uuid and c.store_id = seen."shopId" and c.product_id = seen.id
        and c.variant_id = seen."variantId"
      returning ${lineColumnsOfC}`.execute(tx)
    return { kind: 'accepted', rows: rows.map((row) => lineChange(rev, row)) }
  },
}
