import { sql } from 'kysely'
import type { Category } from '#contract/catalogue/schema.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'

/** All categories as a flat list, in the order they are shown. */
export const categoryList: HandlersFor<'catalogue.categories'>['catalogue.categories'] = async ({ db }) => {
  const {
    rows: [row],
  } = await sql<{ categories: Category[] }>`
    select coalesce(json_agg(json_build_object('id', id, 'pid', pid, 'name', name, 'picture', picture, 'sort', sort)
      order by sort, id), '[]') as categories
    from categories
  `.execute(db)
  return accepted({ categories: row!.categories })
}
