import type { PackRow } from '../rows/pack.ts'
import type { Readers } from '../read.ts'

export type { PackRow }

/** The stores that this device takes along, the latest first. */
export const packs = async ({ catalogue }: Pick<Readers, 'catalogue'>): Promise<PackRow[]> =>
  (await catalogue.packs.toArray()).sort((a, b) => b.at - a.at || a.id - b.id)

/** One of them; null where there is none. */
export const packOf = async ({ catalogue }: Pick<Readers, 'catalogue'>, id: number): Promise<PackRow | null> =>
  (await catalogue.packs.get(id)) ?? null
