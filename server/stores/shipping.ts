import { sql } from 'kysely'
import type { Payload } from '#contract/registry.ts'
import { ELSEWHERE } from '#contract/shipping/charges.ts'
import {
  restIn,
  TAXED_MAX,
  taxesAfter,
  zonesAfter,
  ZONES_MAX,
  zonesWithout,
  type StoreZone,
  type Taxes,
} from '#contract/shipping/zones.ts'
import { isCountry } from '../market/area-tree.ts'
import type { Tx } from '../db/tables/tables.ts'
import { noticeNow } from './feed/change.ts'
import { refused, type StoreMutationCall, type Verdict } from '../http/handlers.ts'

// Where a store ships to and for how much, and its taxes by country. The store's feed, which the caller holds, keeps
// true what was read.

/** A country, or everywhere else. */
const isKnown = (code: string): boolean => code === ELSEWHERE || isCountry(code)

/** The shipping zones of a store, and its taxes by country. */
const ratesOf = (tx: Tx, storeId: number): Promise<{ zones: StoreZone[]; taxes: Taxes }> =>
  tx.selectFrom('store_notices').select(['zones', 'taxes']).where('store_id', '=', storeId).executeTakeFirstOrThrow()

/** Sets a zone of a store, or makes it. */
export async function setZone(call: StoreMutationCall, p: Payload<'store.zone'>): Promise<Verdict> {
  const { tx, store, touchStore } = call
  const unknown = Object.keys(p.countries ?? {}).find((code) => !isKnown(code))
  if (unknown !== undefined) return refused('invalid', { path: `countries.${unknown}` })
  const { zones: before } = await ratesOf(tx, store.id)
  const zones = zonesAfter(before, p)
  if (zones === 'zonesFull') return refused('zonesFull', { max: ZONES_MAX })
  if (zones === 'zoneGone') return refused('zoneGone')
  touchStore(store.id)
  return { kind: 'accepted', rows: await noticeNow(call, { zones: JSON.stringify(zones) }) }
}

/** Ends a zone of a store; one that has ended stays so. */
export async function endZone(call: StoreMutationCall, p: Payload<'store.zoneEnd'>): Promise<Verdict> {
  const { tx, store, touchStore } = call
  const { zones } = await ratesOf(tx, store.id)
  const left = zonesWithout(zones, p)
  if (left === 'zoneLast') return refused('zoneLast')
  if (left.length === zones.length) return { kind: 'accepted', rows: await noticeNow(call) }
  touchStore(store.id)
  return { kind: 'accepted', rows: await noticeNow(call, { zones: JSON.stringify(left) }) }
}

/** Sets a store's taxes of countries, and of everywhere else. */
export async function setTaxes(call: StoreMutationCall, { taxes: change }: Payload<'store.taxes'>): Promise<Verdict> {
  const { tx, store, touchStore } = call
  const unknown = Object.keys(change).find((code) => !isKnown(code))
  if (unknown !== undefined) return refused('invalid', { path: `taxes.${unknown}` })
  const { taxes: before } = await ratesOf(tx, store.id)
  const taxes = taxesAfter(before, change)
  if (Object.keys(taxes).length > TAXED_MAX) return refused('invalid', { path: 'taxes' })
  const rest = restIn(change)
  if (rest) {
    // Stores are changed under the catalogue's feed, as everywhere.
    await sql`select catalogue_rev()`.execute(tx)
    await tx.updateTable('stores').set({ tax_basis_points: rest.rate }).where('id', '=', store.id).execute()
  }
  touchStore(store.id)
  const rows = await noticeNow(call, {
    taxes: JSON.stringify(taxes),
    ...(rest && { tax_included: rest.included }),
  })
  return { kind: 'accepted', rows }
}
