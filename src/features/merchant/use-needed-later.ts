import { useEffect } from 'react'
import { matchLocale } from '#contract/locales.ts'
import { CONTRACT_VERSION, contractText } from '#contract/rules/merchant-contract.ts'
import { useFormat } from '../../parts/use-format.ts'

/** Loads what the next steps need while there is a network: how pictures are checked and shrunk, and the contract. */
export function useNeededLater(): void {
  const { locale } = useFormat()
  useEffect(() => {
    void Promise.allSettled([
      import('./check-picture.ts'),
      import('../../data/shrink-picture.ts'),
      contractText(CONTRACT_VERSION, matchLocale([locale])),
    ])
  }, [locale])
}
