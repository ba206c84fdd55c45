import { sql } from 'kysely'
import { reviewKeyOf } from '#contract/reviews/rules.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Picture } from '#contract/pictures/schema.ts'
import type { Db } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** A buyer's review as its table has it. */
export interface OwnReviewRow {
  order_id: string
  product_id: number
  review_id: number | null
  rating: number
  text: string
  language: string
  files: string[]
  pictures: Picture[]
  deleted: boolean
  at: Date
  rev: number
}

/** A buyer's own review as the feed carries it. */
export const reviewChange = (r: OwnReviewRow): Change => ({
  table: 'ownReviews',
  key: reviewKeyOf(r.order_id, r.product_id),
  rev: r.rev,
  row: {
    orderId: r.order_id,
    productId: r.product_id,
    ...(r.review_id !== null && { id: r.review_id }),
    rating: r.rating,
    text: r.text,
    language: r.language,
    files: r.files,
    pictures: r.pictures,
    at: r.at.getTime(),
    deleted: r.deleted,
  },
})

/** The chosen ones of a person's reviews. */
export async function readOwnReviews(db: Db, userId: string, choice: RowChoice): Promise<Change[]> {
  const { rows } = await sql<OwnReviewRow>`
    select * from own_reviews where user_id = ${userId}::uuid
      and ${isChosen(choice, 'ownReviews', { rev: sql`rev`, key: sql`order_id || ':' || product_id` })}`.execute(db)
  return rows.map(reviewChange)
}
