import { sql, type SqlBool } from 'kysely'
import { addressFields, type AddressField } from '#contract/addresses/fields.ts'
import type { Change } from '#contract/sync/schema-changes.ts'
import type { Tx } from '../db/tables/tables.ts'
import { isChosen, type RowChoice } from '../feed/choice.ts'

/** An address as its table has it. */
export interface AddressRow extends Record<AddressField, string> {
  id: string
  deleted: boolean
  field_revs: Record<string, number>
  at: Date
  rev: number
}

/** An address as the feed carries it. */
export const addressChange = ({ field_revs: _revs, at, rev, ...row }: AddressRow): Change => ({
  table: 'addresses',
  key: row.id,
  rev,
  row: { ...row, at: at.getTime() },
})

/** The register of the default address as the feed carries it. */
export const defaultChange = (rev: number, id: string | null): Change => ({
  table: 'addressDefault',
  key: 'me',
  rev,
  row: { id },
})

/** The columns of an AddressRow. */
export const addressColumns = ['id', ...addressFields, 'deleted', 'field_revs', 'at', 'rev'] as const

/** The chosen ones of a person's addresses and their default. */
export async function readAddresses(tx: Tx, userId: string, choice: RowChoice): Promise<Change[]> {
  const addresses = await tx
    .selectFrom('addresses')
    .select(addressColumns)
    .where('user_id', '=', userId)
    .where(isChosen<SqlBool>(choice, 'addresses', { rev: sql`rev`, key: sql`id`, type: 'uuid' }))
    .execute()
  const chosen = await tx
    .selectFrom('address_defaults')
    .select(['address_id', 'rev'])
    .where('user_id', '=', userId)
    .where(isChosen<SqlBool>(choice, 'addressDefault', { rev: sql`rev`, key: sql`'me'` }))
    .execute()
  return [...addresses.map(addressChange), ...chosen.map((d) => defaultChange(d.rev, d.address_id))]
}
