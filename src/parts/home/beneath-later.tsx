import { useTranslation } from 'react-i18next'
import { homeRows } from '#localdb/queries/catalogue/home.ts'
import { recentlySeen } from '#localdb/queries/catalogue/seen.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { Section } from '../../ui/blocks/card.tsx'
import { TileRow } from '../catalogue/product-tile.tsx'

export { HomeNote } from './home-note.tsx'

/** The products that one saw lately; for who has seen none, those that sell best. */
export function BeneathShelf() {
  const { t } = useTranslation()
  const seen = useLive(recentlySeen, [])
  const home = useLive(homeRows, [])
  useWant('catalogue.home', {}, seen?.length === 0 && home?.home === undefined)
  const products = seen?.length ? seen : home?.hot
  if (!seen || !products?.length) return null
  const title = t(seen.length > 0 ? 'home.own.seen' : 'beneath.popular')
  return (
    <Section title={title}>
      <TileRow label={title} products={products} />
    </Section>
  )
}
