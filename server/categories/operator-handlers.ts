import { sql } from 'kysely'
import type { Stated } from '#contract/registry.ts'
import { containing } from '../db/within.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { putCategory, readCategories, removeCategory } from './categories.ts'
import { changeTree } from './operator.ts'
import { actOf, actorOf, answered, reasoned } from '../operator/change.ts'

/** The largest number of rows shown; a search narrows a longer list. */
const SHOWN = 50

type Goods = Stated<'operator.goods'>['goods'][number]
type Review = Stated<'operator.reviews'>['reviews'][number]

/** A number that was looked for; -1 where it is none. */
const numberIn = (find: string): number => (/^\d{1,9}$/.test(find) ? Number(find) : -1)

type CatalogueCalls =
  | 'operator.goods'
  | 'operator.reviews'
  | 'operator.bar'
  | 'operator.categories'
  | 'operator.categorySet'
  | 'operator.categoryRemove'

/** The operator's desks of products and reviews, and of categories. */
export const operatorCatalogueHandlers: HandlersFor<CatalogueCalls> = {
  'operator.goods': async ({ db }, { find = '' }) => {
    const asked = find.trim()
    const { rows } = await sql<Goods>`
      select p.id, p.title, s.name as store, p.price::float8 as price, p.currency,
        p.offered and p.hidden_for is null as offered, p.hidden_for as barred
      from products p join stores s on s.id = p.store_id
      where not p.deleted and not p.draft and (${asked} = '' or p.id = ${numberIn(asked)}::int
        or p.title::text ilike ${containing(asked)} or s.name ilike ${containing(asked)})
      order by p.hidden_for is null, p.id desc limit ${sql.lit(SHOWN + 1)}`.execute(db)
    return accepted({ goods: rows.slice(0, SHOWN), more: rows.length > SHOWN })
  },
  'operator.reviews': async ({ db }, { find = '' }) => {
    const asked = find.trim()
    const { rows } = await sql<Omit<Review, 'at'> & { at: Date }>`
      select r.id, r.product_id as "productId", p.title, r.author, r.rating, r.text,
        jsonb_array_length(r.pictures) as pictures, r.pictures as shown, r.created_at as at, r.hidden_for as barred
      from reviews r join products p on p.id = r.product_id
      where ${asked} = '' or r.text ilike ${containing(asked)} or r.author ilike ${containing(asked)}
        or p.title::text ilike ${containing(asked)} or r.product_id = ${numberIn(asked)}::int
      order by r.created_at desc, r.id desc limit ${sql.lit(SHOWN + 1)}`.execute(db)
    const reviews = rows.slice(0, SHOWN).map((row) => ({ ...row, at: row.at.getTime() }))
    return accepted({ reviews, more: rows.length > SHOWN })
  },
  'operator.bar': (call, { what, id, reason }) =>
    actOf(call, reason === null ? { act: 'unbar', what, id } : { act: 'bar', what, id, reason }),

  'operator.categories': async ({ db }) => accepted({ categories: await readCategories(db) }),
  'operator.categorySet': (call, written) =>
    reasoned(call, async () => accepted({ id: await changeTree(() => putCategory(call.db, written, actorOf(call))) })),
  'operator.categoryRemove': (call, { id }) =>
    answered(call, () => changeTree(() => removeCategory(call.db, id, actorOf(call)))),
}
