import { sql } from 'kysely'
import { entryAt } from '../ledger/entry-at.ts'
import { POSTINGS_MAX } from '#contract/schema/wallet.ts'
import type { Stated } from '#contract/registry.ts'
import { standing } from '../feed/position.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { keysOf } from '../keys/keys-of.ts'
import { available } from '../ledger/accounts.ts'
import { signedHeads } from '../ledger/heads.ts'

type Postings = Stated<'wallet.postings'>['postings']

/** A person's own account in the book, for their device to verify. */
export const walletHandlers: HandlersFor<'wallet.heads' | 'wallet.postings'> = {
  'wallet.heads': ({ db, user, now }, { position }) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { signing } = keysOf(db)
        return accepted({
          key: signing?.publicKey ?? null,
          heads: await signedHeads(tx, available(user.id), signing, now()),
          restored: (await standing(tx, user.id, position)).device === 'lost',
        })
      }),

  'wallet.postings': async ({ db, user }, { asset, after }) => {
    const { rows } = await sql<Postings[number]>`
      select p.asset, p.seq, p.entry_id as entry, e.cause, ${entryAt} as at,
        p.amount::text, p.balance::text, encode(p.hash, 'hex') as hash
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account = ${available(user.id)}::text and p.asset = ${asset}::text and p.seq > ${after}::bigint
      order by p.seq limit ${POSTINGS_MAX + 1}`.execute(db)
    return accepted({ postings: rows.slice(0, POSTINGS_MAX), more: rows.length > POSTINGS_MAX })
  },
}
