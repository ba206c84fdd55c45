import { OLD_MS } from '#localdb/queries/freshness.ts'
import { useLabels } from '../ui/labels.ts'
import { relativeTime, useNow } from '../ui/time.tsx'

/**
 * The age of something in words, once it is older than ten minutes; undefined while it is fresh or its time is unknown
 * (also 0).
 */
export function useAge(at: number | undefined): string | undefined {
  const { locale, justNow } = useLabels()
  const now = useNow()
  return at && now !== undefined && now - at > OLD_MS ? relativeTime(at, now, locale, justNow) : undefined
}
