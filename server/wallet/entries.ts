import { sql } from 'kysely'
import { entryAt } from '../ledger/entry-at.ts'
import { POSTINGS_MAX } from '#contract/wallet/schema.ts'
import type { Stated } from '#contract/registry.ts'
import { feedStanding } from '../feed/position.ts'
import type { Db } from '../db/tables/tables.ts'
import { accepted, refused, type HandlersFor } from '../http/handlers.ts'
import { keysOf } from '../keys/keys-of.ts'
import { available, earned } from '../ledger/accounts.ts'
import { signedHeads } from '../ledger/heads.ts'
import { memberOf } from '../members/members.ts'

type Postings = Stated<'wallet.postings'>['postings']

/** The account of the caller, or of a store of which they are a member, with the uid of its owner. */
async function accountFor(db: Db, userId: string, store: string | undefined) {
  if (store === undefined) return { uid: userId, account: available(userId) }
  const member = await memberOf(db, userId, store)
  return member ? { uid: store, account: earned(member.storeId) } : refused('wrongOwner')
}

/** Accounts in the book, for their owners' devices to verify. */
export const walletHandlers: HandlersFor<'wallet.heads' | 'wallet.postings'> = {
  'wallet.heads': async ({ db, user, now }, { store, position }) => {
    const of = await accountFor(db, user.id, store)
    if ('kind' in of) return of
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { signing } = keysOf(db)
        return accepted({
          key: signing?.publicKey ?? null,
          heads: await signedHeads(tx, of.account, signing, now()),
          restored: (await feedStanding(tx, of.uid, position)).device === 'lost',
        })
      })
  },

  'wallet.postings': async ({ db, user }, { store, asset, after }) => {
    const of = await accountFor(db, user.id, store)
    if ('kind' in of) return of
    const { rows } = await sql<Postings[number]>`
      select p.asset, p.seq, p.entry_id as entry, e.cause, ${entryAt} as at,
        p.amount::text, p.balance::text, encode(p.hash, 'hex') as hash
      from ledger_postings p join ledger_entries e on e.id = p.entry_id
      where p.account = ${of.account}::text and p.asset = ${asset}::text and p.seq > ${after}::bigint
      order by p.seq limit ${POSTINGS_MAX + 1}`.execute(db)
    return accepted({ postings: rows.slice(0, POSTINGS_MAX), more: rows.length > POSTINGS_MAX })
  },
}
