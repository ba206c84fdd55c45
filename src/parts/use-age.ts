import { OLD_MS } from '#localdb/queries/freshness.ts'
import { useLabels } from '../ui/labels.ts'
import { relativeTime, useNow } from '../ui/time.tsx'

/**
 * How old something is, in words, once it is older than ten minutes; undefined while it is fresh or its time (0 as
 * well) is not known.
 */
export function useAge(at: number | undefined): string | undefined {
  const { locale, justNow } = useLabels()
  const now = useNow()
  return at && now !== undefined && now - at > OLD_MS ? relativeTime(at, now, locale, justNow) : undefined
}
