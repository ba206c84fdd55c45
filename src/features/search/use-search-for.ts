import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { links } from '../../links/links.ts'
import { useSearchHistory } from '../../data/use-answer.ts'
import { cleanText } from '#contract/search/clean-text.ts'

/** Opens the results of a text and adds it to the search history of this device. */
export function useSearchFor(): (typed: string, stores?: boolean) => void {
  const [, navigate] = useLocation()
  const history = useSearchHistory()
  return useCallback(
    (typed, stores = false) => {
      const text = cleanText(typed)
      if (!text) return
      history({ remember: text })
      navigate(links.search({ text, stores }))
    },
    [navigate, history],
  )
}
