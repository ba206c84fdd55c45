import type { Change } from '#contract/sync/schema-changes.ts'
import type { MutationName } from '#contract/registry.ts'
import { sealedFields } from '#contract/sync/sealed-fields.ts'
import { sealFields, unsealFields } from '#localdb/seal.ts'
import { knownMutation } from '../guess/known.ts'

// Personal fields are sealed before they are written and opened only for the wire and the screen; never
// inside a transaction, which an awaited cipher would end. The fold carries sealed texts as they are.

/** A person's key, and whose it is. */
export interface Vault {
  uid: string
  key: CryptoKey
}

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined

/** The first row that a payload shows on; undefined when what is stored is no such payload. */
function rowOf(name: MutationName, payload: unknown): string | undefined {
  try {
    return knownMutation(name).keys(payload as never)[0]
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Applies `change` to the part of a payload in which a mutation's sealed fields are. */
async function within(
  name: MutationName,
  payload: unknown,
  change: (ref: string, part: Fields, fields: readonly string[]) => Promise<Fields | undefined>,
): Promise<unknown> {
  const { sealed } = knownMutation(name)
  if (!sealed) return payload
  const whole = fieldsOf(payload)
  const part = whole && (sealed.within === undefined ? whole : fieldsOf(whole[sealed.within]))
  // The row it makes carries the same sealed texts, so they are bound to that row.
  const ref = rowOf(name, payload)
  const changed = part && ref !== undefined ? await change(ref, part, sealed.fields) : undefined
  return changed && (sealed.within === undefined ? changed : { ...whole, [sealed.within]: changed })
}

/** A payload as it is kept on the device. */
export const sealPayload = (vault: Vault, name: MutationName, payload: unknown): Promise<unknown> =>
  within(name, payload, (ref, part, fields) => sealFields(vault.key, vault.uid, ref, part, fields))

/** A payload as it goes on the wire; undefined when it does not open. */
export const unsealPayload = (vault: Vault, name: MutationName, payload: unknown): Promise<unknown> =>
  within(name, payload, (ref, part, fields) => unsealFields(vault.key, vault.uid, ref, part, fields))

/** The server's rows as they are kept on the device. */
export const sealChanges = (vault: Vault, changes: readonly Change[]): Promise<Change[]> =>
  Promise.all(
    changes.map(async (change) => {
      const fields = sealedFields[change.table]
      return fields
        ? ({
            ...change,
            row: await sealFields(vault.key, vault.uid, `${change.table}/${change.key}`, change.row, fields),
          } as Change)
        : change
    }),
  )
