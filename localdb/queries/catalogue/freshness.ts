import type { Readers } from '../../read.ts'
import type { CatalogueFeedRow } from '../../schema.ts'

/** When the rows of the catalogue on this device last came up to date (Unix ms); undefined before the first time. */
export const catalogueAt = async ({ catalogue }: Pick<Readers, 'catalogue'>): Promise<number | undefined> =>
  ((await catalogue.feed.get('changes')) as CatalogueFeedRow | undefined)?.at || undefined
