import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/catalogue/schema.ts'
import { links } from '../../links/links.ts'
import { later } from '../../data/loading/later.tsx'
import { settledIn } from '../../data/loading/settled-in.ts'
import { usePerson } from '../../data/use-person.ts'
import { TileRow } from '../../parts/catalogue/product-tile.tsx'
import { Section } from '../../ui/blocks/card.tsx'
import { AllLink } from './product-shelf.tsx'

// A first visit has nothing of a person's.
const OwnShelf = later('own', async () => (await import('./own-later.tsx')).OwnShelf, settledIn)

/** The best-selling products; on a device that knows its person's, those that they saw, bought or wait for. */
export function ForYou({ hot }: { hot: readonly Product[] }) {
  const person = usePerson()
  const best = <HotShelf products={hot} />
  if (!person) return best
  return <OwnShelf key={person.uid} hot={hot} instead={best} />
}

function HotShelf({ products }: { products: readonly Product[] }) {
  const { t } = useTranslation()
  const title = t('home.hot')
  if (products.length === 0) return null
  return (
    <Section title={title} end={<AllLink title={title} href={links.products({ sort: 'sales' })} />}>
      <TileRow label={title} products={products} />
    </Section>
  )
}
