import type { WhyNot } from '#contract/rules/orderable.ts'
import { later } from '../data/later.tsx'
import { usePerson } from '../data/use-person.ts'
import type { Wanted } from './use-watch.ts'

const TellMeButton = later('tell-me', async () => (await import('./tell-me-later.tsx')).TellMeButton)

/** The way to be told when an area is delivered to. */
export const TellMeArea = ({ area }: { area: string }) => <TellMeButton wanted={{ what: 'area', area }} />

/** The way to be told when a product can be ordered; nothing where waiting would not help. */
export function TellMe({ why, id, currency }: { why: WhyNot; id: number; currency: string }) {
  const person = usePerson()
  const what: Wanted['what'] | undefined =
    why.reason === 'outOfStock' || why.reason === 'stockBelowMinimum'
      ? 'stock'
      : why.reason === 'currencyNotPayable'
        ? 'currency'
        : undefined
  if (!what || !person) return null
  return <TellMeButton wanted={{ what, id, currency }} />
}
