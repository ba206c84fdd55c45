import { useLocation, useSearchParams } from 'wouter'
import { links } from '../../links/links.ts'
import { ownPath } from '../../links/own-path.ts'

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
