import { sql, type RawBuilder } from 'kysely'
import type { Review } from '#contract/catalogue/schema.ts'
import type { ReviewFilter } from '#contract/catalogue/schema-endpoints.ts'
import { millis } from './product-json.ts'

/** SQL that makes the contract's Review of the review row `r`. */
export const reviewJson: RawBuilder<Review> = sql<Review>`json_build_object(
  'id', r.id, 'productId', r.product_id, 'author', r.author, 'rating', r.rating,
  'kind', case when r.rating >= 4 then 'positive' when r.rating = 3 then 'medium' else 'negative' end,
  'text', r.text, 'language', r.language, 'pictures', r.pictures, 'reply', r.reply, 'at', ${millis('r.created_at')})`

/** The reviews of `r` that a filter lets through. */
export const reviewIs: { [F in ReviewFilter]: RawBuilder<boolean> } = {
  all: sql<boolean>`true`,
  withImage: sql<boolean>`r.pictures <> '[]'`,
  positive: sql<boolean>`r.rating >= 4`,
  medium: sql<boolean>`r.rating = 3`,
  negative: sql<boolean>`r.rating <= 2`,
}
