import { reviewKeyOf } from '#contract/reviews/rules.ts'
import type { OwnReview } from '#contract/sync/schema-rows.ts'
import type { Readers } from '../read.ts'

/** A person's review as the screens show it; `pending` while the server does not have it. */
export interface OwnReviewItem extends OwnReview {
  pending: boolean
}

/** The person's reviews of the products of an order, by product id. */
export async function orderReviews(
  { user }: Readers,
  orderId: string,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, OwnReviewItem>> {
  const rows = await user.ownReviews.bulkGet(productIds.map((id) => reviewKeyOf(orderId, id)))
  return new Map(rows.flatMap((row) => itemOf(row)).map((review) => [review.productId, review]))
}

/** The person's reviews of a product that the server does not have yet, newest first. */
export async function waitingReviews({ user }: Readers, productId: number): Promise<OwnReviewItem[]> {
  const rows = await user.ownReviews.toArray()
  return rows
    .flatMap((row) => itemOf(row))
    .filter((review) => review.productId === productId && review.pending)
    .sort((a, b) => b.at - a.at)
}

const itemOf = (row: { shown: OwnReview | null; pending: number } | undefined): OwnReviewItem[] =>
  row?.shown && !row.shown.deleted ? [{ ...row.shown, pending: row.pending > 0 }] : []
