import { sql } from 'kysely'

/** When an entry `e` was made (Unix ms), as its hashes have it. */
export const entryAt = sql`floor(extract(epoch from e.created_at) * 1000)::bigint`
