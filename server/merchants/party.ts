import { sql } from 'kysely'
import type { Db } from '../db/tables/tables.ts'
import { keysOf } from '../keys/keys-of.ts'
import type { MarketKeys } from '../keys/market-keys.ts'
import { ifOpen, openText, SEALED_MARK, sealText } from '../keys/sealed-text.ts'

// The identity of a contract's signer is sealed, as their documents are: the name, and the receipt, in which the name
// stands beside the signature. Both stay with the account.

/** How an application's row has them. */
interface Kept {
  id: string
  real_name: string
  receipt: string | null
}

/** The person by their legal name, and the receipt of what they have signed. */
export interface Party {
  realName: string
  receipt: string | null
}

const nameAs = (id: string): string => `name ${id}`
const receiptAs = (id: string): string => `receipt ${id}`

/**
 * The columns of an application that hold its party.
 *
 * @throws KeyAway
 */
export const sealParty = (keys: MarketKeys, id: string, { realName, receipt }: Party): Omit<Kept, 'id'> => ({
  real_name: sealText(keys, nameAs(id), realName),
  receipt: receipt === null ? null : sealText(keys, receiptAs(id), receipt),
})

/**
 * An application's party in clear.
 *
 * @throws KeyAway
 * @throws NotOpened
 */
export const openParty = (keys: MarketKeys, { id, real_name: name, receipt }: Kept): Party => ({
  realName: openText(keys, nameAs(id), name),
  receipt: receipt === null ? null : openText(keys, receiptAs(id), receipt),
})

/** The same; undefined where the market's key is away or another. */
export const partyOf = (keys: MarketKeys, kept: Kept): Party | undefined => ifOpen(() => openParty(keys, kept))

/** Seals the parties that an earlier version of the market kept in clear, where there is a key. */
export async function sealParties(db: Db): Promise<void> {
  const keys = keysOf(db)
  if (!keys.sealing) return
  const sealed = await db.transaction().execute(async (tx) => {
    const clear = await tx
      .selectFrom('merchant_applications')
      .select(['id', 'real_name', 'receipt'])
      .where('real_name', 'not like', `${SEALED_MARK}%`)
      .forUpdate()
      .execute()
    for (const row of clear)
      await tx
        .updateTable('merchant_applications')
        .set(sealParty(keys, row.id, openParty(keys, row)))
        .where('id', '=', row.id)
        .execute()
    return clear.length
  })
  // The old rows stay in the table's files until these are rewritten.
  if (sealed > 0) await sql`vacuum (full) merchant_applications`.execute(db)
}
