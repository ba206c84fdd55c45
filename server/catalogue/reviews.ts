import { sql } from 'kysely'
import { PAGE } from '#contract/catalogue/schema-endpoints.ts'
import type { Review } from '#contract/catalogue/schema.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { cutPage, keyTime, readPageKey, timeKey } from './page-key.ts'
import { reviewIs, reviewJson } from './review-json.ts'

/** Reviews of a product, newest first, paged by key. */
export const reviewList: HandlersFor<'catalogue.reviews'>['catalogue.reviews'] = async ({ db }, input) => {
  const key = input.after === undefined ? undefined : readPageKey('reviews', input.after)
  if (input.after !== undefined && !key) return refused('invalid', { path: 'after' })
  const beyond = key ? sql`and (r.created_at, r.id) < (${keyTime(key.value)}, ${key.id}::int)` : sql``
  const { rows } = await sql<{ row: Review; value: number; id: number }>`
    select ${reviewJson} as row, ${timeKey('r.created_at')}::float8 as value, r.id
    from reviews r join products p on p.id = r.product_id
    where r.product_id = ${input.id}::int and p.active and r.hidden_for is null and ${reviewIs[input.filter]} ${beyond}
    order by r.created_at desc, r.id desc limit ${sql.lit(PAGE + 1)}
  `.execute(db)
  const { page, next } = cutPage(rows, PAGE, 'reviews')
  return accepted({ reviews: page, next })
}
