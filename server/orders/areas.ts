import { sql } from 'kysely'
import { audit, byCommand, type Actor } from '../audit/audit.ts'
import type { Db, Tx } from '../db/tables.ts'
import { isArea, countryCodes, provinceCode } from '../db/areas/tree.ts'
import { catalogueTransaction } from '../feed/catalogue-feed.ts'

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

/**
 * Opens or closes a country or a province; false when the tree has no such area. Kept answers of the area tree are
 * forgotten.
 */
export async function setAreaOpen(db: Db, code: string, open: boolean, actor: Actor = byCommand): Promise<boolean> {
  if (!isArea(code)) return false
  await catalogueTransaction(db, async ({ tx }) => {
    const before = (await areaRules(tx, [code])).get(code) ?? null
    await tx
      .insertInto('area_rules')
      .values({ code, open })
      .onConflict((oc) => oc.column('code').doUpdateSet({ open, at: sql<Date>`now()` }))
      .execute()
    await audit(tx, { ...actor, what: 'area.open', subject: `area:${code}`, before: { open: before }, after: { open } })
  })
  return true
}

/** How many countries the market delivers to: those that are open, and those of which a province is. */
export async function openCountries(db: Db | Tx): Promise<number> {
  const rules = await db.selectFrom('area_rules').select(['code', 'open']).execute()
  const country = (code: string): string => code.slice(0, 2)
  const closed = new Set(rules.filter((rule) => !rule.open && rule.code.length === 2).map((rule) => rule.code))
  const inPart = new Set(rules.filter((rule) => rule.open).map((rule) => country(rule.code)))
  return countryCodes().filter((code) => !closed.has(code) || inPart.has(code)).length
}
