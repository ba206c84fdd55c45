import type { Readers } from '../read.ts'
import type { GroupRow, SiteRow } from '../rows/site.ts'

export type { GroupRow, SiteRow }

/** The website settings, once they have been fetched. */
export const siteHere = ({ catalogue }: Readers): Promise<SiteRow | undefined> => catalogue.site.get('site')

/** Whether this is a market of invented figures, as far as this device knows. */
export const isDemo = async ({ catalogue }: Readers): Promise<boolean> =>
  (await catalogue.homes.get('home'))?.demo === true
