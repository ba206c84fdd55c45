import { useLocation } from 'wouter'

/** Leaves a form after it was submitted: back to the previous screen, or to the given path if the visit began here. */
export function useLeave(to: string): () => void {
  const [, navigate] = useLocation()
  return () => {
    if (((history.state as { at?: number } | null)?.at ?? 0) > 0) history.back()
    else navigate(to, { replace: true })
  }
}
