import { sql } from 'kysely'
import { PAGE } from '#contract/catalogue/schema-endpoints.ts'
import type { Store } from '#contract/catalogue/schema.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { cutPage, keyTime, readPageKey, timeKey } from '../catalogue/page-key.ts'
import { storeFigures, storeJson } from '../catalogue/store-json.ts'

/** The stores a person follows, the latest followed first, paged by key. */
export const storeHandlers: HandlersFor<'user.followedStores'> = {
  'user.followedStores': async ({ db, user }, input) => {
    const key = input.after === undefined ? undefined : readPageKey('followed', input.after)
    if (input.after !== undefined && !key) return refused('invalid', { path: 'after' })
    const beyond = key ? sql`and (w.at, w.store_id) < (${keyTime(key.value)}, ${key.id}::int)` : sql``
    const { rows } = await sql<{ row: Store; value: number; id: number }>`
      select ${storeJson} as row, ${timeKey('w.at')}::float8 as value, s.id
      from follows w join stores s on s.id = w.store_id ${storeFigures}
      where w.user_id = ${user.id}::uuid and w.is_on ${beyond}
      order by w.at desc, w.store_id desc limit ${sql.lit(PAGE + 1)}
    `.execute(db)
    const { page, next } = cutPage(rows, PAGE, 'followed')
    return accepted({ stores: page, next })
  },
}
