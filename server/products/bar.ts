import { sql } from 'kysely'
import { inCentre } from '#contract/messages/rules.ts'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables/tables.ts'
import { productTransaction } from '../feed/catalogue-feed.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { notify, type Notification } from '../messages/notify.ts'
import { tellStore } from '../messages/tell-store.ts'
import { lockProducts } from '../orders/order/stock.ts'
import { cannot, OperatorError, wholeNumber } from '../operator/answer.ts'
import { inAll, commandReason } from '../stores/suspend.ts'

// The market takes off products and reviews that break its rules. Nobody is offered or shown them any more, even after
// an edit, and the store or the reviewer is notified of the reason.

export interface Barrable {
  what: 'goods' | 'review'
  id: number
}

/** Takes a product or a review off for a reason, or shows it again (null). @throws OperatorError */
export const setBarred = (
  db: Db,
  { what, id }: Barrable,
  reason: string | null,
  now: number,
  actor: Actor,
): Promise<void> => (what === 'goods' ? setGoods(db, id, reason, now, actor) : setReview(db, id, reason, now, actor))

function readBarrable(what: string | undefined, id: string | undefined): Barrable {
  if (what !== 'goods' && what !== 'review') throw new OperatorError('Which: goods or review, by its number.')
  return { what, id: wholeNumber(id, what === 'goods' ? 'A product' : 'A review') }
}

/** `bar goods|review <id> <reason>` */
export async function bar(
  db: Db,
  [what, id, ...words]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  const barrable = readBarrable(what, id)
  await setBarred(db, barrable, commandReason(words), now, actor)
  return barrable.what === 'goods' ? `Product ${id} is taken off.` : `Review ${id} is hidden.`
}

/** `unbar goods|review <id>` */
export async function unbar(
  db: Db,
  [what, id, ...more]: readonly string[],
  now: number,
  actor: Actor = byCommand,
): Promise<string> {
  if (more.length > 0) throw new OperatorError('One at a time.')
  const barrable = readBarrable(what, id)
  await setBarred(db, barrable, null, now, actor)
  return barrable.what === 'goods' ? `Product ${id} is on offer again.` : `Review ${id} is shown again.`
}

async function setGoods(db: Db, id: number, reason: string | null, now: number, actor: Actor): Promise<void> {
  const none = new OperatorError(`There is no product ${id}.`, { reason: 'productGone', params: { id } })
  const of = await db
    .selectFrom('products as p')
    .innerJoin('stores as s', 's.id', 'p.store_id')
    .select('s.uid')
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!of) throw none
  // In the store's own turn, as what its members do.
  await ownerTransaction(db, of.uid, async ({ tx, touch }) => {
    await lockProducts(tx, [id])
    const product = await tx
      .selectFrom('products')
      .select(['title', 'uid', 'offered', 'hidden_for', 'store_id', 'deleted'])
      .where('id', '=', id)
      .executeTakeFirst()
    // A deleted product can only be shown again: while it is barred, nothing like it goes on sale.
    if (!product || (product.deleted && reason !== null)) throw none
    const { title, uid, hidden_for: before, store_id: storeId } = product
    if (reason === null && before === null) throw cannot('cannot.notTakenOff')
    if (reason !== null && before === null && !product.offered) throw cannot('cannot.notOffered')
    await tx.updateTable('products').set({ hidden_for: reason }).where('id', '=', id).execute()
    if (!product.deleted) touch([id])
    const about = { subject: inCentre(storeId, 'goods', uid), title, at: now } as const
    const barredNotice = { ...about, kind: 'goodsBarred', values: { why: reason ?? '' } } as const
    const notice = reason === null ? ({ ...about, kind: 'goodsShown' } as const) : barredNotice
    if (!product.deleted) await tellStore(tx, storeId, notice)
    await audit(tx, {
      ...actor,
      what: reason === null ? 'product.unbar' : 'product.bar',
      subject: `product:${id}`,
      before: { hiddenFor: before },
      after: { hiddenFor: reason },
    })
  })
}

async function setReview(db: Db, id: number, reason: string | null, now: number, actor: Actor): Promise<void> {
  const found = await db.selectFrom('reviews').select(['product_id', 'user_id']).where('id', '=', id).executeTakeFirst()
  if (!found) throw new OperatorError(`There is no review ${id}.`, { reason: 'notFound' })
  const { product_id: productId, user_id: author } = found
  const hide = async (tx: Tx): Promise<void> => {
    await lockProducts(tx, [productId])
    const { rows } = await sql<{ before: string | null }>`
      update reviews r set hidden_for = ${reason} from (select id, hidden_for from reviews where id = ${id}::int) b
      where r.id = b.id and (b.hidden_for is null) <> (${reason}::text is null)
      returning b.hidden_for as before`.execute(tx)
    const [row] = rows
    if (!row) throw cannot(reason === null ? 'cannot.notTakenOff' : 'cannot.takenOffAlready')
    await audit(tx, {
      ...actor,
      what: reason === null ? 'review.unbar' : 'review.bar',
      subject: `review:${id}`,
      before: { hiddenFor: row.before },
      after: { hiddenFor: reason },
    })
  }
  if (author === null) await productTransaction(db, productId, hide)
  else
    await ownerTransaction(db, author, async (call) => {
      await hide(call.tx)
      call.touch([productId])
      await notify(call, author, reviewNotice(productId, reason, now))
    })
}

const reviewNotice = (productId: number, reason: string | null, at: number): Notification => {
  const about = { subject: { kind: 'product', id: String(productId) }, at } as const
  return reason === null
    ? { ...about, kind: 'reviewShown', body: inAll('told.reviewShownText') }
    : { ...about, kind: 'reviewBarred', values: { why: reason }, body: inAll('told.reviewBarredText') }
}
