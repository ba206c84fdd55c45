import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { MERCHANT_CODE_LENGTH } from '#contract/merchants/rules.ts'
import { ALPHABET, lettersIn } from '#contract/text/letters.ts'
import type { Db, Tx } from '../db/tables/tables.ts'

const newCode = (): string =>
  Array.from({ length: MERCHANT_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Gives each store that has none a code by which it invites others to sell here. */
export async function giveCodes(db: Db | Tx): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from stores s where not exists (select from merchant_codes c where c.store_id = s.id)`.execute(db)
  if (rows.length === 0) return
  await db
    .insertInto('merchant_codes')
    .values(rows.map(({ id }) => ({ store_id: id, code: newCode() })))
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Whose invitation a typed code is: the store; null without one; undefined when nobody has such a code. */
export async function invitingStore(tx: Tx, typed: string): Promise<number | null | undefined> {
  if (typed.trim() === '') return null
  const code = lettersIn(typed)
  const found =
    code === undefined
      ? undefined
      : await tx.selectFrom('merchant_codes').select('store_id').where('code', '=', code).executeTakeFirst()
  return found?.store_id
}
