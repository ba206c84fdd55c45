import { links } from './links.ts'
import { readUrl } from './read-url.ts'

/** A path of this site from the `back` parameter; undefined for anything else, including malformed addresses. */
export function ownPath(back: string | null, origin: string): string | undefined {
  if (!back?.startsWith('/') || back.startsWith(links.login())) return undefined
  return readUrl(back, origin)?.origin === origin ? back : undefined
}
