import { sql } from 'kysely'
import type { Payload } from '#contract/registry.ts'
import { DAYS_AREAS_MAX, type TransitDays } from '#contract/shipping/terms.ts'
import { isArea } from '../market/area-tree.ts'
import { noticeNow } from './feed/change.ts'
import { refused, type StoreMutationCall, type Verdict } from '../http/handlers.ts'

/** Sets what a store's orders are charged beside their goods, and its days to areas. */
export async function setTerms(
  call: StoreMutationCall,
  { shipping, taxBasisPoints, days }: Payload<'store.terms'>,
): Promise<Verdict> {
  const { tx, store, touchStore } = call
  const unknown = Object.keys(days ?? {}).find((code) => !isArea(code))
  if (unknown !== undefined) return refused('invalid', { path: `days.${unknown}` })
  const { rows } = await sql<{ days: Record<string, TransitDays> }>`
    select days from store_notices where store_id = ${store.id}::int`.execute(tx)
  const stated = Object.entries({ ...rows[0]?.days, ...days }).filter(([, of]) => of !== null)
  if (stated.length > DAYS_AREAS_MAX) return refused('invalid', { path: 'days' })
  // Stores are changed under the catalogue's feed, as everywhere.
  await sql`select catalogue_rev()`.execute(tx)
  await sql`update stores set shipping = coalesce(${shipping ?? null}::bigint, shipping),
    tax_basis_points = coalesce(${taxBasisPoints ?? null}::int, tax_basis_points)
    where id = ${store.id}::int`.execute(tx)
  touchStore(store.id)
  return { kind: 'accepted', rows: await noticeNow(call, { days: JSON.stringify(Object.fromEntries(stated)) }) }
}

/** Sets what one order of a store holds at least. */
export async function setLeast(call: StoreMutationCall, { pieces, amount }: Payload<'store.least'>): Promise<Verdict> {
  const { tx, store, touchStore } = call
  // Stores are changed under the catalogue's feed, as everywhere.
  await sql`select catalogue_rev()`.execute(tx)
  await tx
    .updateTable('stores')
    .set({ least_pieces: pieces, least_amount: amount })
    .where('id', '=', store.id)
    .execute()
  touchStore(store.id)
  return { kind: 'accepted', rows: await noticeNow(call) }
}
