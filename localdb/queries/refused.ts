import type { Texts } from '#contract/locales.ts'
import type { Refusal } from '#contract/refusals.ts'
import type { UserTable } from '#contract/rows.ts'
import type { Readers } from '../read.ts'
import type { IntentRow } from '../schema.ts'

/** Something the shop did not accept, with its reason: kept in sight until the person has dealt with it. */
export interface Refused {
  intentId: string
  table: UserTable
  /** The row's key. */
  key: string
  /** The product it is about, a store for follows; of no meaning for addresses. */
  id: number
  /** What that is called, if the device knows. */
  title: Texts | undefined
  refusal: Refusal
}

/** What the shop refused, and what could not be read back for sending, as far as the person has not dismissed it, oldest first; orders tell theirs themselves. */
export async function refusedIntents({ user, catalogue }: Readers): Promise<Refused[]> {
  // What went with the storage is of no table: it is told in the sync centre alone.
  const unreadable = (await user.quarantine.toArray()).filter(({ reason }) => reason !== 'lost').map(({ id, row }) => {
    const { keys } = row as Partial<IntentRow>
    return { intentId: id, keys: Array.isArray(keys) ? keys : [], last: null }
  })
  const rows = [...(await user.outbox.where('state').equals('rejected').toArray()).filter((row) => !row.name.startsWith('order.')), ...unreadable]
  return Promise.all(rows.map(async (row) => {
    const [table = '', key = ''] = (row.keys[0] ?? '').split('/')
    // A cart line's key is shop:product:variant, a register's key is the thing itself.
    const id = Number(table === 'cartLines' ? key.split(':')[1] : key)
    const title = Number.isNaN(id) ? undefined : table === 'follows' ? (await catalogue.stores.get(id))?.name : (await catalogue.products.get(id))?.title
    return { intentId: row.intentId, table: table as UserTable, key, id, title: typeof title === 'string' ? { en: title } : title, refusal: row.last ?? { reason: 'requestFailed' } }
  }))
}
