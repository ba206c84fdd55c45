import { sql } from 'kysely'
import type { Input } from '#contract/registry.ts'
import type { OwnRefusal } from '#contract/wire/schema-refusals.ts'
import type { MerchantReceipt } from '#contract/merchants/receipt.ts'
import type { Db } from '../db/tables/tables.ts'
import { ownerTransaction } from '../feed/owner-feed.ts'
import { notify } from '../messages/notify.ts'
import { applicationChange, readApplication, type Application } from './application.ts'
import { publishedContract } from '../market/merchant-contract/versions.ts'
import { openParty, sealParty } from './party.ts'
import { counterSign, signedWords } from './receipt.ts'

/**
 * Signs the contract as it now stands for a store that has signed an older version; the receipt of that stays within
 * the new one. A version that was signed already is not signed again, in another language neither: each signature makes
 * the receipt longer. `now` is Unix ms.
 *
 * @throws KeyAway
 */
export const signAgain = (
  db: Db,
  userId: string,
  { id, contract, strokes }: Input<'merchant.sign'>,
  now: number,
): Promise<Application | OwnRefusal> =>
  ownerTransaction(db, userId, async (call): Promise<Application | OwnRefusal> => {
    const refuse = (reason: OwnRefusal['reason']): OwnRefusal => {
      call.abandon()
      return { reason }
    }
    const { tx, keys, rev } = call
    const before = await readApplication(tx, id)
    if (!before || before.user_id !== userId || before.state !== 'approved') return refuse('notFound')
    const { realName, receipt } = openParty(keys, before)
    if (receipt !== null && (JSON.parse(receipt) as MerchantReceipt).version === contract.version) {
      call.abandon()
      return before
    }
    const signed = await signedWords({ tx, now: () => now }, { contract, strokes }, true)
    if (!signed || 'fault' in signed) return refuse(signed?.fault ?? 'notSigned')
    const parties = { id, storeName: before.store_name, realName }
    const made = { words: signed.words, before: receipt }
    const next = await counterSign({ tx, keys, now: () => now }, { contract, strokes }, parties, made)
    await tx
      .updateTable('merchant_applications')
      .set({
        ...sealParty(keys, id, { realName, receipt: next }),
        contract_version: contract.version,
        contract_notified: contract.version,
        rev,
      })
      .where('id', '=', id)
      .execute()
    const after = (await readApplication(tx, id))!
    call.also.push(applicationChange(keys, after))
    return after
  })

/** How many merchants are told in a round; the others come with the next. */
const ROUND = 200

/**
 * Tells merchants, once, of a version of the contract that was published after the one which they have signed. Returns
 * how many it looked at. `now` is Unix ms.
 */
export async function tellOfContract(db: Db, now: number): Promise<number> {
  const newest = await publishedContract(db)
  if (!newest) return 0
  const { version } = newest
  const { rows } = await sql<{ id: string; user_id: string }>`
    select id, user_id from merchant_applications
    where state = 'approved' and contract_notified <> ${version}::int
    order by decided_at, id limit ${sql.lit(ROUND)}`.execute(db)
  for (const { id, user_id: userId } of rows)
    await ownerTransaction(db, userId, async (call) => {
      const store = await call.tx
        .updateTable('merchant_applications')
        .set({ contract_notified: version })
        .where('id', '=', id)
        .where('contract_notified', '<>', version)
        .returning('store_name')
        .executeTakeFirst()
      if (!store) {
        call.abandon()
        return
      }
      const values = { store: store.store_name, version }
      await notify(call, userId, { kind: 'merchantContract', subject: { kind: 'application', id }, values, at: now })
    })
  return rows.length
}
