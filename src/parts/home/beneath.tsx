import { later } from '../../data/loading/later.tsx'
import { usePerson } from '../../data/use-person.ts'

const Shelf = later('beneath', async () => (await import('./beneath-later.tsx')).BeneathShelf)

/**
 * The shelf beneath an empty state: the products that the person saw lately, or those that sell best. No document has
 * it.
 */
export const Beneath = () => (usePerson() ? <Shelf /> : null)
