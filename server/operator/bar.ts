import { sql } from 'kysely'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db } from '../db/tables.ts'
import { productTransaction } from '../feed/catalogue-feed.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { notify, type Notice } from '../messages/notify.ts'
import { lockProducts } from '../orders/stock.ts'
import { tellMembers } from '../stores/tell-members.ts'
import { OperatorError, wholeNumber } from './answer.ts'
import { inAll, reasonOf, WITH_STORE } from './suspend.ts'

// What the market takes off: products and reviews that break its rules. Nobody is offered or shown them, whoever
// changes them; whoever made them is told why.

type What = 'goods' | 'review'
const kindOf = (said: string): What => {
  if (said !== 'goods' && said !== 'review') throw new OperatorError('Which: goods or review, by its number.')
  return said
}

/** `bar goods|review <id> <reason>`: nobody is shown it any more; its seller or its author is told why. */
export async function bar(
  db: Db,
  [what = '', id, ...words]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const kind = kindOf(what)
  const reason = reasonOf(words)
  if (reason === WITH_STORE) throw new OperatorError('Say more of the reason: somebody reads it.')
  return kind === 'goods' ? setGoods(db, id, reason, now, actor) : setReview(db, id, reason, now, actor)
}

/** `unbar goods|review <id>`: it is shown again. */
export async function unbar(
  db: Db,
  [what = '', id, ...more]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  if (more.length > 0) throw new OperatorError('One at a time.')
  return kindOf(what) === 'goods' ? setGoods(db, id, null, now, actor) : setReview(db, id, null, now, actor)
}

async function setGoods(
  db: Db,
  said: string | undefined,
  reason: string | null,
  now: number,
  actor: Actor,
): Promise<string> {
  const id = wholeNumber(said, 'A product')
  const { storeId, title } = await productTransaction(db, id, async (tx) => {
    await lockProducts(tx, [id])
    const product = await tx
      .selectFrom('products as p')
      .innerJoin('stores as s', 's.id', 'p.store_id')
      .select(['p.title', 'p.active', 'p.hidden_for', 'p.store_id', 's.suspended_for'])
      .where('p.id', '=', id)
      .where('p.deleted', '=', false)
      .executeTakeFirst()
    if (!product) throw new OperatorError(`There is no product ${id}.`)
    const { hidden_for: before } = product
    const barred = before !== null && before !== WITH_STORE
    if (reason === null && !barred) throw new OperatorError(`Product ${id} is not taken off.`)
    if (reason !== null && before === null && !product.active)
      throw new OperatorError(`Product ${id} is not on offer: there is nothing to take off.`)
    // The products of a suspended store stay hidden with it.
    const hidden = reason ?? (product.suspended_for === null ? null : WITH_STORE)
    await tx
      .updateTable('products')
      .set({ hidden_for: hidden, ...(hidden === null && { active: true }) })
      .where('id', '=', id)
      .execute()
    await audit(tx, {
      ...actor,
      what: reason === null ? 'product.unbar' : 'product.bar',
      subject: `product:${id}`,
      before: { hiddenFor: before },
      after: { hiddenFor: hidden },
    })
    return { storeId: product.store_id, title: product.title }
  })
  const told = { subject: { kind: 'product', id: String(id) }, title, at: now } as const
  const notice: Notice =
    reason === null ? { ...told, kind: 'goodsShown' } : { ...told, kind: 'goodsBarred', values: { why: reason } }
  await tellMembers(db, storeId, notice)
  return `Product ${id} is ${reason === null ? 'on offer again' : 'taken off'}.`
}

async function setReview(
  db: Db,
  said: string | undefined,
  reason: string | null,
  now: number,
  actor: Actor,
): Promise<string> {
  const id = wholeNumber(said, 'A review')
  const found = await db.selectFrom('reviews').select('product_id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new OperatorError(`There is no review ${id}.`)
  const author = await productTransaction(db, found.product_id, async (tx) => {
    await lockProducts(tx, [found.product_id])
    const { rows } = await sql<{ before: string | null; author: string | null }>`
      update reviews r set hidden_for = ${reason} from (select id, hidden_for from reviews where id = ${id}::int) b
      where r.id = b.id and (b.hidden_for is null) <> (${reason}::text is null)
      returning b.hidden_for as before, r.user_id as author`.execute(tx)
    const [row] = rows
    if (!row) throw new OperatorError(`Review ${id} is ${reason === null ? 'not hidden' : 'hidden already'}.`)
    await audit(tx, {
      ...actor,
      what: reason === null ? 'review.unbar' : 'review.bar',
      subject: `review:${id}`,
      before: { hiddenFor: row.before },
      after: { hiddenFor: reason },
    })
    return row.author
  })
  if (author !== null) {
    const notice: Notice = {
      kind: 'site',
      subject: { kind: 'product', id: String(found.product_id) },
      title: inAll(reason === null ? 'told.reviewShownTitle' : 'told.reviewBarredTitle'),
      body: inAll(reason === null ? 'told.reviewShownText' : 'told.reviewBarredText', { reason: reason ?? '' }),
      at: now,
    }
    await ownerTransaction(db, author, (call) => notify(call, author, notice))
  }
  return `Review ${id} is ${reason === null ? 'shown again' : 'hidden'}.`
}
