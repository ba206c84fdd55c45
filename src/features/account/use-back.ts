import { useLocation, useSearchParams } from 'wouter'
import { links } from '../../app/links.ts'

/** Where one came from, to go on there after signing in; only ever a path of this site. */
export function useBack(): { goOn(): void; search: string } {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const back = ownPath(params.get('back'), location.origin)
  return {
    goOn: () => navigate(back ?? links.mine, { replace: true }),
    search: back === undefined ? '' : `?back=${encodeURIComponent(back)}`,
  }
}

/** A path of this site that one may go back to; undefined for anything else, also for what is no address at all. */
export function ownPath(back: string | null, origin: string): string | undefined {
  if (!back?.startsWith('/') || back.startsWith(links.login()) || !URL.canParse(back, origin)) return undefined
  return new URL(back, origin).origin === origin ? back : undefined
}
