import { useMemo } from 'react'
import { textIn } from '#contract/locales.ts'
import { areaRows, knownAreas, type AreaRow } from '#localdb/queries/areas.ts'
import { useLive } from '../data/use-live.ts'
import { useWant } from '../data/use-want.ts'
import { useTakenOver } from '../ui/taken-over.ts'
import { useFormat } from './use-format.ts'

/**
 * The areas below one, or all countries for an empty code; undefined until the device has answered. Fetches them unless
 * `enabled` is false.
 */
export function useAreas(parent: string, enabled = true): AreaRow[] | undefined {
  useWant('area.read', parent ? { parent } : {}, enabled)
  const found = useLive(async (db) => ({ parent, rows: enabled ? await areaRows(db, parent) : [] }), [parent, enabled])
  return found?.parent === parent ? found.rows : undefined
}

function countryNames(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  return (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)
}
const itself = (code: string): string => code

/**
 * Names of countries in the person's language, by code; in a document the codes themselves, because the names are the
 * browser's.
 */
export function useCountryName(): (code: string) => string {
  const { locale } = useFormat()
  const takenOver = useTakenOver()
  return useMemo(() => (takenOver ? countryNames(locale) : itself), [locale, takenOver])
}

/** An area by its codes; the province may be a free text. */
export interface AreaCodes {
  country: string
  province: string
}

/**
 * The province's name, empty until it is known, and whether the market delivers there (true until the server has said
 * otherwise).
 */
export function useAreaNames({ country, province }: AreaCodes): { province: string; open: boolean } {
  const { locale } = useFormat()
  const known = useLive((db) => knownAreas(db, [country, province]), [country, province])
  const coded = province.startsWith(`${country}-`)
  useWant('area.read', country ? { parent: country } : {}, coded && known !== undefined && !known.has(province))
  const row = known?.get(province)
  // A code is no name: it is left out until its name is here.
  return {
    province: row ? textIn(row.name, locale) : coded ? '' : province,
    open: row?.open ?? known?.get(country)?.open ?? true,
  }
}
