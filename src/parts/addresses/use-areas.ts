import { textIn } from '#contract/text/locales.ts'
import { areaRows, knownAreas, type AreaRow } from '#localdb/queries/areas.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { useFormat } from '../format/use-format.ts'

/**
 * The areas below one, or all countries for an empty code; undefined until the device has answered. Fetches them unless
 * `enabled` is false.
 */
export function useAreas(parent: string, enabled = true): AreaRow[] | undefined {
  useWant('area.read', parent ? { parent } : {}, enabled)
  const found = useLive(async (db) => ({ parent, rows: enabled ? await areaRows(db, parent) : [] }), [parent, enabled])
  return found?.parent === parent ? found.rows : undefined
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
