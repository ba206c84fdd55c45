import { sql } from 'kysely'
import { fallbackLocale, textIn } from '#contract/text/locales.ts'
import type { Stated } from '#contract/registry.ts'
import type { AreaChange } from '#contract/market/schema-operator-areas.ts'
import { audit, type Actor } from '../../audit/audit.ts'
import { areaTexts, countryCodes, isCountry } from '../area-tree.ts'
import type { Db, Tx } from '../../db/tables/tables.ts'
import { catalogueTransaction } from '../../feed/catalogue-feed.ts'

// Opens and closes areas: a country is open unless its rule says otherwise, a province is as its country unless it has
// a rule of its own. Orders that were placed before go on.

/** The rules by area: true is open. */
type Rules = ReadonlyMap<string, boolean>

/** The areas that a change opens and closes, and the rules that it leaves. */
interface Changed {
  after: Rules
  opened: string[]
  closed: string[]
}

/** Areas that one entry of the audit log names at most: all countries, and provinces besides. */
const NAMED_MAX = 300

const countryOf = (code: string): string => code.slice(0, 2)

/** All rules: no more than there are areas. */
export async function allRules(db: Db | Tx): Promise<Rules> {
  const rows = await db.selectFrom('area_rules').select(['code', 'open']).execute()
  return new Map(rows.map(({ code, open }) => [code, open]))
}

/** Whether the market delivers to a country or province by these rules. */
export const isOpenBy = (rules: Rules, code: string): boolean => rules.get(code) ?? rules.get(countryOf(code)) ?? true

/** The countries that the market delivers to: those that are open, and those of which a province is. */
export function countriesBy(rules: Rules): string[] {
  const inPart = new Set([...rules].flatMap(([code, open]) => (open ? [countryOf(code)] : [])))
  return countryCodes().filter((code) => rules.get(code) !== false || inPart.has(code))
}

/** The result of a change to these rules. Areas that are already as wanted are left as they are. */
function changedBy(rules: Rules, { act, codes }: AreaChange): Changed {
  const named = new Set(codes)
  const after = new Map(rules)
  const wanted = act !== 'close'
  const changing = [...named].filter((code) => isOpenBy(rules, code) !== wanted)
  for (const code of changing.filter(isCountry)) after.set(code, wanted)
  for (const code of changing) {
    if (isCountry(code)) continue
    // As its country it needs no rule of its own, and follows it from then on.
    if (isOpenBy(after, countryOf(code)) === wanted) after.delete(code)
    else after.set(code, wanted)
  }
  if (act === 'close') return { after, opened: [], closed: changing }
  if (act === 'open') return { after, opened: changing, closed: [] }
  const countries = countryCodes().filter((code) => !named.has(code) && isOpenBy(rules, code))
  for (const code of countries) after.set(code, false)
  // They follow their country, too: opening it again opens them.
  const provinces = [...rules].flatMap(([code, open]) =>
    open && !isCountry(code) && !named.has(countryOf(code)) ? [code] : [],
  )
  for (const code of provinces) after.delete(code)
  return { after, opened: changing, closed: [...countries, ...provinces] }
}

/** A country or province in English: for the audit log and for commands. */
export function englishAreaName(code: string): string {
  const name = textIn(areaTexts(code), fallbackLocale) || code
  return isCountry(code) ? name : `${name} (${englishAreaName(countryOf(code))})`
}

/** Areas with their names, as an entry of the audit log has them; `more` were left out. */
function entryOf(word: 'opened' | 'closed' | 'only', codes: readonly string[]): object {
  if (codes.length === 0) return {}
  const named = Object.fromEntries(codes.slice(0, NAMED_MAX).map((code) => [code, englishAreaName(code)]))
  return { [word]: named, ...(codes.length > NAMED_MAX && { [`${word}More`]: codes.length - NAMED_MAX }) }
}

async function writeRules(tx: Tx, before: Rules, after: Rules): Promise<void> {
  const rows = [...after].filter(([code, open]) => before.get(code) !== open).map(([code, open]) => ({ code, open }))
  const gone = [...before.keys()].filter((code) => !after.has(code))
  if (rows.length > 0)
    await tx
      .insertInto('area_rules')
      .values(rows)
      .onConflict((oc) =>
        oc.column('code').doUpdateSet((eb) => ({ open: eb.ref('excluded.open'), at: sql<Date>`now()` })),
      )
      .execute()
  if (gone.length > 0) await tx.deleteFrom('area_rules').where('code', 'in', gone).execute()
}

/**
 * Makes a change, of areas that the tree has; answers which it has opened and closed. Kept answers of the area tree are
 * forgotten.
 */
export const setAreas = (db: Db, change: AreaChange, actor: Actor): Promise<Omit<Changed, 'after'>> =>
  catalogueTransaction(db, async ({ tx }) => {
    const before = await allRules(tx)
    const { after, opened, closed } = changedBy(before, change)
    const all = [...opened, ...closed]
    if (all.length === 0) return { opened, closed }
    await writeRules(tx, before, after)
    const acts = { open: 'area.open', close: 'area.close', only: 'area.only' } as const
    await audit(tx, {
      ...actor,
      what: acts[change.act],
      subject: all.length === 1 ? `area:${all[0]!}` : 'areas',
      before: { countries: countriesBy(before).length },
      after: {
        countries: countriesBy(after).length,
        ...(change.act === 'only' && entryOf('only', [...new Set(change.codes)])),
        ...entryOf('opened', opened),
        ...entryOf('closed', closed),
      },
    })
    return { opened, closed }
  })

/** Counts the addresses, stores and orders in the areas that a change closes, before it is made. */
export async function previewAreas(db: Db, change: AreaChange): Promise<Stated<'operator.areasPreview'>> {
  const before = await allRules(db)
  const { after, opened, closed } = changedBy(before, change)
  const closing = (code: string): boolean => isOpenBy(before, code) && !isOpenBy(after, code)
  const countries = countryCodes().filter(closing)
  const ruled = [...new Set([...before.keys(), ...after.keys()])].filter((code) => !isCountry(code))
  const provinces = ruled.filter((code) => closing(code) && !countries.includes(countryOf(code)))
  // Closed before, or open all the same.
  const apart = ruled.filter((code) => countries.includes(countryOf(code)) && !closing(code))
  const within = (country: string, province: string) => sql`(
    ${sql.raw(country)} = any(${countries}::text[]) and ${sql.raw(province)} <> all(${apart}::text[])
    or ${sql.raw(province)} = any(${provinces}::text[]))`
  const { rows } = await sql<{ addresses: number; stores: number; orders: number }>`
    select
      (select count(*)::int from addresses a where not a.deleted and ${within('a.country', 'a.province')}) as addresses,
      (select count(*)::int from stores s where s.area = any(${countries}::text[]) and s.closed_at is null) as stores,
      (select count(*)::int from orders o where o.state in ('unpaid', 'paid', 'shipped')
        and ${within("o.address ->> 'country'", "coalesce(o.address ->> 'province', '')")}) as orders`.execute(db)
  return { opens: opened.length, closes: closed.length, ...rows[0]!, left: countriesBy(after).length }
}

/** How many countries the market delivers to. */
export const openCountries = async (db: Db | Tx): Promise<number> => countriesBy(await allRules(db)).length
