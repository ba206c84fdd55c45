import { OLD_MS } from '#contract/freshness.ts'
import { siteHere, type SiteRow } from '#localdb/queries/site.ts'
import { useNow } from '../ui/time.tsx'
import { useLive } from './use-live.ts'
import { useWant } from './use-want.ts'

/**
 * The website settings (spec §3) as this device has them; undefined until they have been fetched once. Asked for when
 * they are missing, and again once they are old.
 */
export function useSettings(): SiteRow | undefined {
  const known = useLive(async (db) => ({ site: await siteHere(db) }), [])
  const now = useNow()
  const missing = known !== undefined && !known.site
  useWant(
    'site.settings',
    {},
    missing || (now !== undefined && known?.site !== undefined && now - known.site.at > OLD_MS),
  )
  return known?.site
}
