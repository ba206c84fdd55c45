import { defaultAddressId } from '#contract/address-rules.ts'
import type { Texts } from '#contract/locales.ts'
import type { Address } from '#contract/rows.ts'
import type { Readers } from '../read.ts'
import type { AreaRow } from '../schema.ts'

/** An address as the device keeps it: its texts sealed, with where it stands. */
export interface AddressItem { address: Address; rev: number; pending: number; conflict: boolean }

/** A person's addresses, oldest first, and which of them is the default. */
export interface AddressBook { items: AddressItem[]; defaultId: string | null }

/** All addresses there are. */
export async function addressBook({ user }: Readers): Promise<AddressBook> {
  const [rows, register] = await Promise.all([user.addresses.toArray(), user.addressDefault.get('me')])
  const items = rows.flatMap(({ shown, rev, pending, conflict }) => (shown && !shown.deleted ? [{ address: shown, rev, pending, conflict }] : []))
  items.sort((a, b) => a.address.at - b.address.at || (a.address.id < b.address.id ? -1 : 1))
  return { items, defaultId: defaultAddressId(register?.shown?.id ?? null, items.map((i) => i.address)) }
}

/** An address that was changed here and elsewhere: what the shop has, the change that waits for the person, and its fields. */
export interface AddressConflict { intentId: string; theirs: Address; fields: string[]; both: string[] }

/** One address with its conflict; null when it is not (any more) there. Its texts are sealed. */
export async function addressById({ user }: Readers, id: string): Promise<(AddressItem & { clash: AddressConflict | undefined }) | null> {
  const row = await user.addresses.get(id)
  if (!row?.shown || row.shown.deleted) return null
  const waiting = row.conflict ? (await user.outbox.where('keys').equals(`addresses/${id}`).toArray()).find((i) => i.state === 'conflict') : undefined
  const patch = (waiting?.payload as { patch?: object } | undefined)?.patch
  const clash = waiting && patch && row.server
    ? { intentId: waiting.intentId, theirs: row.server, fields: Object.keys(patch), both: String(waiting.last?.params?.['fields'] ?? '').split(',') }
    : undefined
  return { address: row.shown, rev: row.rev, pending: row.pending, conflict: row.conflict, clash }
}

/** The areas below one, or all countries, as far as they are on this device. */
export const areaRows = ({ catalogue }: Readers, parent = ''): Promise<AreaRow[]> => Promise.resolve(catalogue.areas.where('parentCode').equals(parent).toArray())

/** What the tree knows of some areas: names, and whether the market delivers there. */
export async function knownAreas({ catalogue }: Readers, codes: readonly string[]): Promise<Map<string, { name: Texts; open: boolean }>> {
  const rows = await catalogue.areas.bulkGet([...codes])
  return new Map(rows.flatMap((row) => (row ? [[row.code, row] as const] : [])))
}
