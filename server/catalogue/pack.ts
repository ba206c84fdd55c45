import { sql } from 'kysely'
import { PACK_PICTURE_BYTES, PACK_PRODUCTS_MAX } from '#contract/packs/rules.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'

/** About how many bytes a product takes beside its texts. */
const ROW_BYTES = 1_500

/** The pack of a store that a device takes along: the ids of its products, its pictures, and its estimated bytes. */
export const storePack: HandlersFor<'catalogue.pack'>['catalogue.pack'] = async ({ db }, { id }) => {
  const store = await db.selectFrom('stores').select('id').where('id', '=', id).executeTakeFirst()
  if (!store) return refused('storeGone')
  const {
    rows: [pack],
  } = await sql<{ ids: number[]; pictures: number; texts: number }>`
    with taken as (select * from products where store_id = ${id}::int and active
      order by monthly_sales desc, id desc limit ${sql.lit(PACK_PRODUCTS_MAX)})
    select coalesce(json_agg(id order by monthly_sales desc, id desc), '[]') as ids,
      (count(*) filter (where jsonb_array_length(pictures) > 0))::int as pictures,
      coalesce(sum(octet_length(title::text) + octet_length(description::text) + octet_length(attributes::text)
        + octet_length(pictures::text)), 0)::int as texts
    from taken`.execute(db)
  const { ids, pictures, texts } = pack!
  return accepted({ ids, pictures, bytes: texts + ids.length * ROW_BYTES + pictures * PACK_PICTURE_BYTES })
}
