import type { PadRow } from '#contract/pads/rows.ts'
import type { Readers } from '../read.ts'
import type { MetaRows } from '../schema.ts'

/** The rows of the quick-order pad as they are kept on this device. */
export const padRows = async ({ user }: Pick<Readers, 'user'>): Promise<PadRow[]> =>
  ((await user.meta.get('pad')) as MetaRows['pad'] | undefined)?.rows ?? []
