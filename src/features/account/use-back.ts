import { useLocation, useSearchParams } from 'wouter'
import { links } from '../../app/links.ts'

/** Where one came from, to go on there after signing in; only ever a path of this site. */
export function useBack(): { goOn(): void; search: string } {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const back = params.get('back')
  const ours =
    back !== null &&
    back.startsWith('/') &&
    new URL(back, location.origin).origin === location.origin &&
    !back.startsWith(links.login())
  return {
    goOn: () => navigate(ours ? back : links.mine, { replace: true }),
    search: ours ? `?back=${encodeURIComponent(back)}` : '',
  }
}
