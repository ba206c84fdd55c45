import { sql } from 'kysely'
import { refused, type MutationsFor } from '../http/handlers.ts'
import { registerChange } from './change.ts'

export const followMutations: MutationsFor<'follow.set'> = {
  'follow.set': async ({ tx, userId, rev }, p) => {
    const { rows } = await sql<{ id: number; is_on: boolean; at: Date }>`
      insert into follows (user_id, store_id, is_on, rev)
      select ${userId}::uuid, s.id, ${p.on}::boolean, ${rev}::bigint from stores s where s.id = ${p.id}::int
      on conflict (user_id, store_id) do update set is_on = excluded.is_on, rev = excluded.rev,
        at = case when follows.is_on = excluded.is_on then follows.at else excluded.at end
      returning store_id as id, is_on, at`.execute(tx)
    return rows[0] ? { kind: 'accepted', rows: [registerChange('follows', rev, rows[0])] } : refused('storeGone')
  },
}
