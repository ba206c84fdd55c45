import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Product } from '#contract/catalogue/schema.ts'
import { savesData } from '../../data/device/saver.ts'
import { useOwnHome } from '../../data/use-own-home.ts'
import { useWant } from '../../data/use-want.ts'
import { TileRow } from '../../parts/catalogue/product-tile.tsx'
import { ChipButton, ChipRow } from '../../ui/controls/chip.tsx'
import styles from './home.module.css'

const shelves = ['seen', 'cheaper', 'again', 'news'] as const
/** The number of followed stores whose new products are fetched. */
const STORES = 3

/**
 * The products that a person knows: seen, cheaper than when seen, bought before, or new in followed stores. It is as
 * high as `instead`, which takes its place where there are no such products.
 */
export function OwnShelf({ hot, instead }: { hot: readonly Product[]; instead: ReactNode }) {
  const { t } = useTranslation()
  const own = useOwnHome()
  const [chosen, choose] = useState<(typeof shelves)[number] | 'hot'>()
  const there = shelves.filter((name) => own && own[name].length > 0)
  const fetching = own && (
    <>
      {own.missing.length > 0 && <OrderedBefore ids={own.missing} />}
      {!savesData() && own.follows.slice(0, STORES).map((id) => <NewsOf key={id} storeId={id} />)}
    </>
  )
  if (!own || there.length === 0)
    return (
      <>
        {instead}
        {fetching}
      </>
    )
  const shown = chosen === 'hot' || (chosen && there.includes(chosen)) ? chosen : there[0]!
  return (
    <section aria-label={t('home.own.title')}>
      <div className={styles.choices}>
        <ChipRow label={t('home.own.title')}>
          {[...there, 'hot' as const].map((name) => (
            <ChipButton key={name} on={name === shown} onPress={() => choose(name)}>
              {name === 'hot' ? t('home.hot') : t(`home.own.${name}`)}
            </ChipButton>
          ))}
        </ChipRow>
      </div>
      <TileRow
        key={shown}
        label={shown === 'hot' ? t('home.hot') : t(`home.own.${shown}`)}
        products={shown === 'hot' ? hot : own[shown]}
      />
      {fetching}
    </section>
  )
}

/** Fetches the products that were ordered before and are not on this device. */
function OrderedBefore({ ids }: { ids: number[] }): null {
  useWant('catalogue.products', { ids, sort: 'all' })
  return null
}

/** Fetches the new products of a store. */
function NewsOf({ storeId }: { storeId: number }): null {
  useWant('catalogue.products', { storeId, sort: 'new' })
  return null
}
