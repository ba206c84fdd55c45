import { GOODS_MAX } from '#contract/products/rules.ts'
import { SHEETS_MAX } from '#contract/line-sheets/rules.ts'
import { RENAMES_MAX } from '#contract/stores/profile.ts'
import { MEMBERS_MAX, MEMBERSHIPS_MAX, PAST_MEMBERS_MAX } from '#contract/stores/roles.ts'
import type { Db } from '../../db/tables/tables.ts'
import type { Bound } from '../../turns/bounds.ts'
import { most } from '../asked.ts'

/** The bound on the rows of a table that one store has. */
const ofStore = (db: Db, name: string, limit: number, table: string, where = 'true'): Bound => ({
  name,
  limit,
  unit: 'rows',
  use: most(db, table, where, 'store_id'),
})

/** The bounds of stores: their goods, links and names, and who acts for them. */
export const storeBounds = (db: Db): Bound[] => [
  ofStore(db, 'Goods of a store', GOODS_MAX, 'products', "not deleted and source_id like 'goods:%'"),
  ofStore(db, 'Line sheets of a store with a private link', SHEETS_MAX, 'sheets'),
  ofStore(db, 'Looks kept of the name of a store', 1, 'store_looks'),
  // Those past their time are deleted once a day.
  ofStore(db, 'Former names of a store', 2 * RENAMES_MAX, 'store_renames'),
  {
    name: 'Stores of a person',
    limit: MEMBERSHIPS_MAX,
    unit: 'rows',
    use: most(db, 'store_members', 'ended_at is null'),
  },
  ofStore(db, 'Members of a store, past ones too', MEMBERS_MAX + PAST_MEMBERS_MAX, 'store_members'),
]
