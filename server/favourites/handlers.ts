import { sql } from 'kysely'
import { refused, type MutationCall, type MutationsFor, type Verdict } from '../http/handlers.ts'
import { registerChange } from './change.ts'

interface Register {
  id: number
  is_on: boolean
  at: Date
}

async function set({ tx, userId, rev }: MutationCall, id: number, on: boolean): Promise<Verdict> {
  // A product that has left the market can still be taken off the list. `at` keeps its time when nothing changes.
  const { rows } = await sql<Register>`
    insert into favourites (user_id, product_id, is_on, rev)
    select ${userId}::uuid, p.id, ${on}::boolean, ${rev}::bigint from products p
      where p.id = ${id}::int and (p.active or not ${on}::boolean)
    on conflict (user_id, product_id) do update set is_on = excluded.is_on, rev = excluded.rev,
      at = case when favourites.is_on = excluded.is_on then favourites.at else excluded.at end
    returning product_id as id, is_on, at`.execute(tx)
  return rows[0] ? { kind: 'accepted', rows: [registerChange('favourites', rev, rows[0])] } : refused('productGone')
}

export const favouriteMutations: MutationsFor<'favourite.set' | 'favourite.clear'> = {
  'favourite.set': (call, p) => set(call, p.id, p.on),
  'favourite.clear': async ({ tx, userId, rev }, p) => {
    const { rows } = await sql<Register>`
      update favourites set is_on = false, rev = ${rev}::bigint, at = case when is_on then now() else at end
      where user_id = ${userId}::uuid and product_id = any(${p.ids}::int[])
      returning product_id as id, is_on, at`.execute(tx)
    return { kind: 'accepted', rows: rows.map((row) => registerChange('favourites', rev, row)) }
  },
}
