import { useLocation } from 'wouter'

/**
 * Leaves a form that has served its purpose: back to where one came from; to the given address if the visit began here.
 */
export function useLeave(to: string): () => void {
  const [, navigate] = useLocation()
  return () => {
    if (((history.state as { at?: number } | null)?.at ?? 0) > 0) history.back()
    else navigate(to, { replace: true })
  }
}
