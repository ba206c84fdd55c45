import type { Payload } from '#contract/registry.ts'
import { nextStage } from '#contract/orders/stages.ts'
import { reviewKeyOf } from '#contract/reviews/rules.ts'
import { orderChange, readOrder } from '../orders/order/change.ts'
import { reviewChange, type OwnReviewRow } from './change.ts'
import { claimFiles, releaseFiles } from '../files/claim-files.ts'
import { refused, type MutationCall, type MutationsFor, type Verdict } from '../http/handlers.ts'
import { moveOrder } from '../orders/moves/moves.ts'
import { ownStore } from '../orders/order/own-store.ts'

/** The subject that uses the pictures of a review. */
const subjectOf = ({ orderId, productId }: { orderId: string; productId: number }): string =>
  `review:${reviewKeyOf(orderId, productId)}`

const written = (
  { tx, userId }: MutationCall,
  { orderId, productId }: { orderId: string; productId: number },
): Promise<OwnReviewRow | undefined> =>
  tx
    .selectFrom('own_reviews')
    .selectAll()
    .where('user_id', '=', userId)
    .where('order_id', '=', orderId)
    .where('product_id', '=', productId)
    .executeTakeFirst()

async function write(call: MutationCall, p: Payload<'review.write'>): Promise<Verdict> {
  const { tx, userId, rev } = call
  const order = await readOrder(tx, userId, p.orderId)
  if (!order) return refused('orderGone')
  const assessed = nextStage(order.stage, 'assess') === undefined
  if (assessed && order.state !== 'assessed') return { ...refused('orderMoved'), rows: [orderChange(order)] }
  if (!order.lines.some((line) => line.id === p.productId)) return refused('productGone')
  const before = await written(call, p)
  // The first one stands, from whichever device it came.
  if (before && !before.deleted) return { kind: 'accepted', rows: [reviewChange(before), orderChange(order)] }
  const own = await ownStore(call, order.store_id)
  if (own) return own
  const pictures = await claimFiles(call, 'review.write', p, subjectOf(p))
  if ('reason' in pictures) return { kind: 'refused', refusal: pictures }
  const { username } = await tx
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const at = new Date(call.now())
  const content = { rating: p.rating, text: p.text, language: p.language, pictures: JSON.stringify(pictures) }
  const made = await tx
    .insertInto('reviews')
    .values({
      ...content,
      product_id: p.productId,
      store_id: order.store_id,
      user_id: userId,
      author: username,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { ...content, review_id: made.id, files: JSON.stringify(p.pictures), deleted: false, at, rev }
  const review = await tx
    .insertInto('own_reviews')
    .values({ ...row, user_id: userId, order_id: p.orderId, product_id: p.productId })
    .onConflict((oc) => oc.columns(['user_id', 'order_id', 'product_id']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()
  const moved = assessed ? order : await moveOrder(call, order, { event: 'assess', at: call.now() })
  call.touch([p.productId])
  return { kind: 'accepted', rows: [reviewChange(review), orderChange(moved)] }
}

async function takeBack(call: MutationCall, p: Payload<'review.delete'>): Promise<Verdict> {
  const { tx, userId, rev } = call
  const before = await written(call, p)
  if (!before) return refused('notFound')
  if (before.deleted) return { kind: 'accepted', rows: [reviewChange(before)] }
  if (before.review_id !== null) await tx.deleteFrom('reviews').where('id', '=', before.review_id).execute()
  await releaseFiles(tx, userId, subjectOf(p))
  const review = await tx
    .updateTable('own_reviews')
    .set({ deleted: true, text: '', files: '[]', pictures: '[]', review_id: null, rev })
    .where('user_id', '=', userId)
    .where('order_id', '=', p.orderId)
    .where('product_id', '=', p.productId)
    .returningAll()
    .executeTakeFirstOrThrow()
  call.touch([p.productId])
  return { kind: 'accepted', rows: [reviewChange(review)] }
}

export const reviewMutations: MutationsFor<'review.write' | 'review.delete'> = {
  'review.write': write,
  'review.delete': takeBack,
}
