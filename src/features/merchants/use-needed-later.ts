import { useEffect } from 'react'
import { useAsked } from '../../data/use-asked.ts'
import { useLanguage } from '../../data/texts/use-language.ts'
import { useReachable } from '../../data/use-status.ts'
import type { Apply } from './use-apply.ts'

/**
 * Loads what the next steps need while there is a network: how pictures are checked and shrunk, and the contract, which
 * is kept with the draft. Returns how to ask for the contract again, and whether it is being asked for.
 */
export function useNeededLater({ draft, keepContract }: Apply): { again(): void; asking: boolean } {
  const { data, failure, busy, again } = useAsked('merchant.contract', { language: useLanguage() })
  const reachable = useReachable()
  useEffect(() => {
    void Promise.allSettled([import('./check-picture.ts'), import('../../data/pictures/shrink-picture.ts')])
  }, [])
  useEffect(() => {
    if (reachable && failure?.kind === 'unreachable') again()
    // Only the network's return asks again by itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [reachable])
  const kept = draft.contract
  useEffect(() => {
    if (!data) return
    const { version, language, text } = data
    if (kept?.text !== text || kept.version !== version || kept.language !== language)
      keepContract({ version, language, text })
  }, [data, kept, keepContract])
  return { again, asking: busy }
}
