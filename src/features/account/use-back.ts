import { useLocation, useSearchParams } from 'wouter'
import { links } from '../../app/links.ts'
import { readUrl } from '../../data/read-url.ts'

/** The path to return to after signing in; only ever a path of this site. */
export function useBack(): { goOn(): void; search: string } {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const back = ownPath(params.get('back'), location.origin)
  return {
    goOn: () => navigate(back ?? links.mine, { replace: true }),
    search: back === undefined ? '' : `?back=${encodeURIComponent(back)}`,
  }
}

/** A path of this site from the `back` parameter; undefined for anything else, including malformed addresses. */
export function ownPath(back: string | null, origin: string): string | undefined {
  if (!back?.startsWith('/') || back.startsWith(links.login())) return undefined
  return readUrl(back, origin)?.origin === origin ? back : undefined
}
