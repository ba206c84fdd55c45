import type { Texts } from '#contract/text/locales.ts'
import type { Readers } from '../read.ts'
import type { AreaRow } from '../schema.ts'

export type { AreaRow }

/** The areas below one, or all countries, as far as they are on this device. */
export const areaRows = ({ catalogue }: Readers, parent = ''): Promise<AreaRow[]> =>
  Promise.resolve(catalogue.areas.where('parentCode').equals(parent).toArray())

/** The areas among these that the device knows: their names, and whether the market delivers there. */
export async function knownAreas(
  { catalogue }: Readers,
  codes: readonly string[],
): Promise<Map<string, { name: Texts; open: boolean }>> {
  const rows = await catalogue.areas.bulkGet([...codes])
  return new Map(rows.flatMap((row) => (row ? [[row.code, row] as const] : [])))
}
