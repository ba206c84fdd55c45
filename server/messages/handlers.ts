import { sql } from 'kysely'
import { watchKeyOf, WATCHES_MAX } from '#contract/messages/rules.ts'
import type { Payload } from '#contract/registry.ts'
import { isArea } from '../market/area-tree.ts'
import { messageChange, messageColumns, watchChange, watchColumns, type MessageRow, type WatchRow } from './change.ts'
import { refused, type MutationCall, type MutationsFor, type Verdict } from '../http/handlers.ts'
import { isMutable, setMute } from './mutes.ts'
import { tellWatched } from './watches.ts'

/** Why something cannot be waited for; undefined when it can. */
async function whyNotWatch(
  { tx, userId }: MutationCall,
  p: Payload<'watch.set'>,
): Promise<ReturnType<typeof refused> | undefined> {
  if (p.what === 'area') return isArea(p.area) ? undefined : refused('invalid', { path: 'area' })
  if (p.what === 'currency' && p.currency === '') return refused('invalid', { path: 'currency' })
  if (p.what === 'price' && p.price === null) return refused('invalid', { path: 'price' })
  const { rows } = await sql<{ active: boolean; variant: boolean; waits: number }>`
    select active, (${p.variantId}::int = 0 or exists (select from variants v where v.id = ${p.variantId}::int
      and v.product_id = p.id)) as variant, (select count(*)::int from watches w where w.user_id = ${userId}::uuid
      and w.is_on and w.key <> ${watchKeyOf(p)}) as waits
    from products p where id = ${p.id}::int`.execute(tx)
  const [product] = rows
  if (!product?.active) return refused('productGone')
  if (!product.variant) return refused('variantGone')
  return product.waits >= WATCHES_MAX ? refused('watchesFull', { max: WATCHES_MAX }) : undefined
}

async function watch(call: MutationCall, p: Payload<'watch.set'>): Promise<Verdict> {
  const { tx, userId, rev } = call
  const at = new Date(call.now())
  const key = watchKeyOf(p)
  if (!p.on) {
    const { rows } = await sql<WatchRow>`
      update watches set is_on = false, rev = ${rev}::bigint, at = case when is_on then ${at}::timestamptz else at end
      where user_id = ${userId}::uuid and key = ${key} returning ${watchColumns}`.execute(tx)
    return { kind: 'accepted', rows: rows.map(watchChange) }
  }
  const why = await whyNotWatch(call, p)
  if (why) return why
  const { rows } = await sql<WatchRow>`
    insert into watches (user_id, key, what, product_id, variant_id, price, currency, area, is_on, at, rev)
    values (${userId}::uuid, ${key}, ${p.what}, ${p.id}::int, ${p.variantId}::int, ${p.price}::bigint, ${p.currency},
      ${p.area}, true, ${at}::timestamptz, ${rev}::bigint)
    on conflict (user_id, key) do update set product_id = excluded.product_id, price = excluded.price,
      currency = excluded.currency, is_on = true, at = excluded.at, rev = excluded.rev
    returning ${watchColumns}`.execute(tx)
  // A watch whose condition already holds is reported at once.
  await tellWatched(call, userId, call.now())
  return { kind: 'accepted', rows: rows.map(watchChange) }
}

export const messageMutations: MutationsFor<'message.read' | 'message.mute' | 'watch.set'> = {
  'message.read': async ({ tx, userId, rev }, { ids, on }) => {
    const { rows } = await sql<MessageRow>`
      update messages set is_read = ${on}::boolean, rev = ${rev}::bigint
      where user_id = ${userId}::uuid and not deleted and id = any(${ids}::int[])
      returning ${messageColumns}`.execute(tx)
    return { kind: 'accepted', rows: rows.map(messageChange) }
  },
  'message.mute': async (call, { topic, on }) => {
    if (!isMutable(topic)) return refused('invalid', { path: 'topic' })
    return { kind: 'accepted', rows: await setMute(call, call.userId, { topic, on }, call.now()) }
  },
  'watch.set': watch,
}
