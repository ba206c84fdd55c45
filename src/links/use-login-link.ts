import { useLocation, useSearchParams } from 'wouter'
import { links, withQuery } from './links.ts'

/** The way to the login, and back to where one is. */
export function useLoginLink(): string {
  const [path] = useLocation()
  const [params] = useSearchParams()
  return links.login(false, withQuery(path, params))
}
