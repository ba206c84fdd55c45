import type { WhyNot } from '#contract/catalogue/orderable.ts'
import type { Product } from '#contract/catalogue/schema.ts'
import { later } from '../../data/loading/later.tsx'
import { usePerson } from '../../data/use-person.ts'

const TellMeProduct = later('tell-me', async () => (await import('./tell-me-later.tsx')).TellMeProduct)

/** The way to be told when a product can be ordered; it is a person's own, and no part of a document. */
export const TellMe = (props: { why: WhyNot; product: Product }) => (usePerson() ? <TellMeProduct {...props} /> : null)
