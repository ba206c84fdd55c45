import { sql } from 'kysely'
import type { Payload } from '#contract/registry.ts'
import { readStoreReviews } from '../stores/feed/answers.ts'
import { refused, type StoreMutationCall, type Verdict } from '../http/handlers.ts'
import { notify } from '../messages/notify.ts'
import { lockProducts } from '../orders/order/stock.ts'

/**
 * Writes a store's reply under a review of one of its products, or takes it away. Whoever wrote the review is told of
 * the first. What the operator has hidden, or its author has taken back, is answered no more.
 */
export async function replyToReview(call: StoreMutationCall, p: Payload<'review.reply'>): Promise<Verdict> {
  const { tx, store, rev } = call
  const found = await tx
    .selectFrom('reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['r.product_id', 'r.user_id', 'p.title'])
    .where('r.id', '=', p.id)
    .where('r.store_id', '=', store.id)
    .executeTakeFirst()
  if (!found) return refused('reviewGone')
  // In the order of locks (feed/owner-feed.ts): persons, then products.
  const author = found.user_id === null ? undefined : await call.within(found.user_id)
  await lockProducts(tx, [found.product_id])
  const text = p.text.trim().toWellFormed()
  const review = await tx
    .selectFrom('reviews')
    .select(['reply', 'replies', 'hidden_for'])
    .where('id', '=', p.id)
    .forUpdate()
    .executeTakeFirst()
  if (!review) return refused('reviewGone')
  const no =
    review.hidden_for !== null ? 'reviewGone' : review.replies !== p.n - 1 ? ('replyMoved' as const) : undefined
  const at = call.now()
  if (no === undefined) {
    await tx
      .updateTable('reviews')
      .set({ reply: text === '' ? null : text, replies: p.n, replied_by: store.by, replied_at: new Date(at) })
      .where('id', '=', p.id)
      .execute()
    call.touch([found.product_id])
    if (author && p.n === 1 && text !== '') {
      const { name } = await tx.selectFrom('stores').select('name').where('id', '=', store.id).executeTakeFirstOrThrow()
      await notify(author, found.user_id!, {
        kind: 'reviewReplied',
        at,
        subject: { kind: 'product', id: String(found.product_id) },
        title: found.title,
        values: { shop: name },
      })
    }
  }
  // Owed to the store by what was done to the row: here is the transaction that gives it its rev.
  await tx.updateTable('reviews').set({ store_rev: rev }).where('id', '=', p.id).execute()
  const rows = await readStoreReviews(tx, sql`r.id = ${p.id}::int`)
  return no === undefined ? { kind: 'accepted', rows } : { ...refused(no), rows }
}
