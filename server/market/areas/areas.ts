import { sql } from 'kysely'
import { byCommand, type Actor } from '../../audit/audit.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { isArea, provinceCode } from '../area-tree.ts'
import { setAreas } from './change.ts'

/** The operator's rules by area code: true is open. An area without one is as the area above it; countries are open. */
export async function areaRules(db: Db | Tx, codes: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('area_rules')
    .select(['code', 'open'])
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .execute()
  return new Map(rows.map((r) => [r.code, r.open]))
}

/**
 * Whether the market delivers to a province of a country (codes of the area tree; the province may be a free text or
 * empty): the province's own rule, else the country's. A text that is not a code of the country's own provinces has no
 * rule: it could be spelled like another country's code.
 */
export async function isAreaOpen(tx: Db | Tx, country: string, province: string): Promise<boolean> {
  const code = provinceCode(country, province)
  const rules = await areaRules(tx, code === undefined ? [country] : [country, code])
  return (code === undefined ? undefined : rules.get(code)) ?? rules.get(country) ?? true
}

/** Opens or closes a country or a province; false when the tree has no such area. */
export async function setAreaOpen(db: Db, code: string, open: boolean, actor: Actor = byCommand): Promise<boolean> {
  if (!isArea(code)) return false
  await setAreas(db, { act: open ? 'open' : 'close', codes: [code] }, actor)
  return true
}
