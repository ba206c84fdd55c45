import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/catalogue/schema.ts'
import { ProductCard } from '../../parts/catalogue/product-card.tsx'
import { Section } from '../../ui/blocks/card.tsx'
import { cx } from '../../ui/cx.ts'
import styles from './home.module.css'

/** The way to the whole list that a shelf is the beginning of. */
export function AllLink({ title, href }: { title: string; href: string }) {
  const { t } = useTranslation()
  return (
    <a href={href} className={styles.all} aria-label={t('home.allOf', { title })}>
      {t('home.all')}
      <ChevronRight className="mirrors" />
    </a>
  )
}

interface ProductShelfProps {
  title: string
  /** Beside the title, softly. */
  note?: ReactNode
  products: readonly Product[]
  /** Link to the full list, where there is one. */
  all?: string
  /** `row` scrolls sideways, `grid` shows them all. */
  layout?: 'row' | 'grid'
  /** It begins the screen: its first pictures are in sight at once. */
  first?: boolean
}

/** The width of a card's picture in a row (home.module.css). */
const IN_ROW = '(min-width: 1100px) 190px, (min-width: 452px) 174px, calc(42vw - 15px)'

/** A headed set of product cards; nothing when there are none. */
export const ProductShelf = memo(function ProductShelf({
  title,
  note,
  products,
  all,
  layout = 'row',
  first = false,
}: ProductShelfProps) {
  if (products.length === 0) return null
  return (
    <Section
      title={title}
      end={
        <span className={styles.end}>
          {note}
          {all !== undefined && <AllLink title={title} href={all} />}
        </span>
      }
    >
      <ul className={cx(layout === 'row' ? styles.row : styles.grid)}>
        {products.map((p, n) => (
          <li key={p.id}>
            <ProductCard
              product={p}
              heart
              priority={first && n < 2 ? 'high' : 'lazy'}
              {...(layout === 'row' && { sizes: IN_ROW })}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
})
