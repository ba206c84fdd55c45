import { sql } from 'kysely'
import { clampNum } from '#contract/cart/rules.ts'
import { LIST_LINES_MAX, OWN_LISTS_MAX } from '#contract/own-lists/rules.ts'
import type { Payload } from '#contract/registry.ts'
import {
  listChange,
  listColumns,
  listLineChange,
  listLineColumns,
  type OwnListLineRow,
  type OwnListRow,
} from './change.ts'
import { refused, type MutationCall, type MutationsFor, type Verdict } from '../http/handlers.ts'

async function put({ tx, userId, rev }: MutationCall, id: string, name: string): Promise<Verdict> {
  const {
    rows: [at],
  } = await sql<{ here: boolean; gone: boolean; lists: number }>`
    select count(*) filter (where not deleted)::int as lists,
      coalesce(bool_or(id = ${id}::uuid and not deleted), false) as here,
      coalesce(bool_or(id = ${id}::uuid and deleted), false) as gone
    from own_lists where user_id = ${userId}::uuid`.execute(tx)
  // A list that another device has removed is not brought back empty by a new name.
  if (at!.gone) return refused('listGone')
  if (!at!.here && at!.lists >= OWN_LISTS_MAX) return refused('listsFull', { max: OWN_LISTS_MAX })
  const { rows } = await sql<OwnListRow>`
    insert into own_lists (user_id, id, name, rev)
    values (${userId}::uuid, ${id}::uuid, ${name.trim()}, ${rev}::bigint)
    on conflict (user_id, id) do update set name = excluded.name, rev = excluded.rev
    returning ${listColumns}`.execute(tx)
  return { kind: 'accepted', rows: rows.map(listChange) }
}

/** The facts that a change of a line depends on. The owner's feed lock keeps them true until the commit. */
interface Standing {
  list: boolean
  sold: boolean
  variant_ok: boolean
  num: number | null
  lines: number
}

async function standing({ tx, userId }: MutationCall, p: Payload<'list.set'>): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select exists (select from own_lists where user_id = ${userId}::uuid and id = ${p.listId}::uuid and not deleted)
        as list,
      exists (select from products where id = ${p.id}::int and store_id = ${p.shopId}::int and active) as sold,
      case when ${p.variantId}::int = 0 then not exists (select from variants where product_id = ${p.id}::int)
        else exists (select from variants where product_id = ${p.id}::int and id = ${p.variantId}::int) end
        as variant_ok,
      (select num from list_lines where user_id = ${userId}::uuid and list_id = ${p.listId}::uuid
        and store_id = ${p.shopId}::int and product_id = ${p.id}::int and variant_id = ${p.variantId}::int) as num,
      (select count(*)::int from list_lines where user_id = ${userId}::uuid and list_id = ${p.listId}::uuid and num > 0)
        as lines`.execute(tx)
  return rows[0]!
}

async function set(call: MutationCall, p: Payload<'list.set'>): Promise<Verdict> {
  const at = await standing(call, p)
  const before = at.num ?? 0
  const num = clampNum(before, p.to - p.from, undefined)
  // A line that is to go may be gone already, and its list too.
  if (at.num === null && num === 0) return { kind: 'accepted', rows: [] }
  if (!at.list && num > 0) return refused('listGone')
  if (before === 0 && num > 0) {
    if (!at.sold) return refused('productGone')
    if (!at.variant_ok) return refused('variantGone')
    if (at.lines >= LIST_LINES_MAX) return refused('listFull', { max: LIST_LINES_MAX })
  }
  const { rows } = await sql<OwnListLineRow>`
    insert into list_lines as l (user_id, list_id, store_id, product_id, variant_id, num, rev)
    values (${call.userId}::uuid, ${p.listId}::uuid, ${p.shopId}::int, ${p.id}::int, ${p.variantId}::int,
      ${num}::int, ${call.rev}::bigint)
    on conflict (user_id, list_id, store_id, product_id, variant_id) do update set num = excluded.num,
      rev = excluded.rev, at = case when l.num = 0 then excluded.at else l.at end
    returning ${listLineColumns}`.execute(call.tx)
  return { kind: 'accepted', rows: rows.map(listLineChange) }
}

export const ownListMutations: MutationsFor<'list.put' | 'list.del' | 'list.set'> = {
  'list.put': (call, p) => put(call, p.id, p.name),
  'list.set': set,
  'list.del': async ({ tx, userId, rev }, { id }) => {
    const { rows } = await sql<OwnListRow>`
      update own_lists set name = '', deleted = true, rev = ${rev}::bigint
      where user_id = ${userId}::uuid and id = ${id}::uuid and not deleted returning ${listColumns}`.execute(tx)
    const lines = await sql<OwnListLineRow>`
      update list_lines set num = 0, rev = ${rev}::bigint
      where user_id = ${userId}::uuid and list_id = ${id}::uuid and num > 0 returning ${listLineColumns}`.execute(tx)
    return { kind: 'accepted', rows: [...rows.map(listChange), ...lines.rows.map(listLineChange)] }
  },
}
