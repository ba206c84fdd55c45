import { blankAddress, defaultAddressId } from '#contract/addresses/fields.ts'
import type { Refusal } from '#contract/wire/schema-refusals.ts'
import type { Address } from '#contract/sync/schema-rows.ts'
import type { Readers } from '../read.ts'

/**
 * An address as the device keeps it: its texts sealed, with where it stands; `conflict` is the change (its intentId)
 * that waits for the person's word.
 */
export interface AddressItem {
  address: Address
  rev: number
  pending: number
  conflict: string | undefined
}

/** A person's addresses, oldest first, and which of them is the default. */
export interface AddressBook {
  items: AddressItem[]
  defaultId: string | null
}

/** All addresses there are. */
export async function addressBook({ user }: Readers): Promise<AddressBook> {
  const [rows, register, waiting] = await Promise.all([
    user.addresses.toArray(),
    user.addressDefault.get('me'),
    user.outbox.where('state').equals('conflict').toArray(),
  ])
  const items = rows.flatMap(({ key, shown, rev, pending }) =>
    shown && !shown.deleted
      ? [{ address: shown, rev, pending, conflict: waiting.find((i) => i.keys.includes(`addresses/${key}`))?.intentId }]
      : [],
  )
  items.sort((a, b) => a.address.at - b.address.at || (a.address.id < b.address.id ? -1 : 1))
  return {
    items,
    defaultId: defaultAddressId(
      register?.shown?.id ?? null,
      items.map((i) => i.address),
    ),
  }
}

/**
 * An address that was changed here and elsewhere: what the server has, the change that waits for the person, its
 * fields, and those that both changed.
 */
export interface AddressClash {
  intentId: string
  theirs: Address
  fields: string[]
  both: string[]
}

/**
 * One address with its clash. `refused` is the change that was not accepted; `address` then has what it says, and `was`
 * is the address as it stands without it, if there is one.
 */
export interface AddressState extends AddressItem {
  clash: AddressClash | undefined
  refused: { intentId: string; refusal: Refusal } | undefined
  was: Address | undefined
}

/** One address; null when it is not (any more) there. Its texts are sealed. */
export async function addressById({ user }: Readers, id: string): Promise<AddressState | null> {
  const row = await user.addresses.get(id)
  const there = row?.shown && !row.shown.deleted ? row : undefined
  const state = there?.conflict ? 'conflict' : 'rejected'
  const waiting = (await user.outbox.where('keys').equals(`addresses/${id}`).toArray()).findLast(
    (i) => i.name === 'address.put' && i.state === state,
  )
  const patch = (waiting?.payload as { patch?: Partial<Address> } | undefined)?.patch ?? {}
  const standing = {
    rev: row?.rev ?? 0,
    pending: there?.pending ?? 0,
    conflict: undefined,
    clash: undefined,
    refused: undefined,
    was: undefined,
  }
  if (there?.conflict) {
    const clash =
      waiting && there.server
        ? {
            intentId: waiting.intentId,
            theirs: there.server,
            fields: Object.keys(patch),
            both: String(waiting.last?.params?.['fields'] ?? '').split(','),
          }
        : undefined
    return { ...standing, address: there.shown!, conflict: waiting?.intentId, clash }
  }
  const refused =
    waiting && Object.keys(patch).length > 0
      ? { intentId: waiting.intentId, refusal: waiting.last ?? { reason: 'requestFailed' as const } }
      : undefined
  if (there)
    return {
      ...standing,
      address: refused ? { ...there.shown!, ...patch } : there.shown!,
      refused,
      was: refused && there.shown!,
    }
  if (!waiting || !refused) return null
  return { ...standing, address: { ...blankAddress, ...patch, id, deleted: false, at: waiting.createdAt }, refused }
}
