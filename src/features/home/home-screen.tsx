import Info from 'lucide-react/icons/info'
import { useTranslation } from 'react-i18next'
import { homeRows } from '#localdb/queries/catalogue.ts'
import { links } from '../../app/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useRefetchEvicted } from '../../data/use-refetch-evicted.ts'
import { useWant } from '../../data/use-want.ts'
import { CategoryStrip } from '../../parts/category-strip.tsx'
import { Freshness, oldestAt } from '../../parts/freshness.tsx'
import { Screen } from '../../parts/screen.tsx'
import { StoreCard } from '../../parts/store-card.tsx'
import { Section } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/empty-state.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { HomeFooter } from './home-footer.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import styles from './home.module.css'
import { ProductShelf } from './product-shelf.tsx'

/** The home screen: search, categories, new, recommended and best-selling products, and stores. */
export function HomeScreen() {
  const { t } = useTranslation()
  const rows = useLive(homeRows, [])
  const wanted = useWant('catalogue.home', {})
  useRefetchEvicted('home', rows && rows.home !== undefined, wanted.refresh)
  useWant('catalogue.categories', {}, rows?.roots.length === 0)
  const shelves = rows?.home && (
    <>
      <ProductShelf title={t('home.daily')} products={rows.daily} all={links.products({ sort: 'new' })} first />
      <ProductShelf title={t('home.recommended')} products={rows.recommended} all={links.products()} layout="grid" />
      <ProductShelf title={t('home.hot')} products={rows.hot} all={links.products({ sort: 'sales' })} />
      {rows.stores.length > 0 && (
        <Section title={t('home.stores')}>
          <Freshness at={oldestAt(rows.stores)} />
          <ul className={styles.stores}>
            {rows.stores.map((s) => (
              <li key={s.id}>
                <StoreCard store={s} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
  const refresh = () => void wanted.refresh()
  return (
    <Screen>
      <PullToRefresh onRefresh={wanted.refresh}>
        <div className={styles.home}>
          {(rows?.roots.length || wanted.state !== 'failed') && <CategoryStrip roots={rows?.roots} />}
          {rows?.home?.demo && (
            <p className={styles.demo}>
              <Info />
              {t('home.demo')}
            </p>
          )}
          <Freshness at={rows?.home?.at} />
          {shelves ??
            (wanted.state === 'failed' ? (
              <ErrorState
                title={t('home.empty')}
                text={t('home.emptyHint')}
                retry={{ label: t('home.retry'), run: refresh }}
              />
            ) : (
              <HomeSkeleton />
            ))}
          <HomeFooter />
        </div>
      </PullToRefresh>
    </Screen>
  )
}
