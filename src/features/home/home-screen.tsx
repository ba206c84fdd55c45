import GalleryVertical from 'lucide-react/icons/gallery-vertical'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { homeRows } from '#localdb/queries/catalogue/home.ts'
import { links } from '../../links/links.ts'
import { later } from '../../data/loading/later.tsx'
import { useLive } from '../../data/use-live.ts'
import { useRefetchEvicted } from '../../data/use-refetch-evicted.ts'
import { useWant } from '../../data/use-want.ts'
import { CategoryStrip } from '../../parts/catalogue/category-strip.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { SiteFooter } from '../../parts/site/site-footer.tsx'
import { useMoney } from '../../parts/money/use-money.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/blocks/empty-state.tsx'
import { PullToRefresh } from '../../ui/scrolling/pull-to-refresh.tsx'
import { useTakenOver } from '../../ui/taken-over.ts'
import { ForYou } from './for-you.tsx'
import { HomeSkeleton } from './home-skeleton.tsx'
import styles from './home.module.css'
import { ProductShelf } from './product-shelf.tsx'
import { StoreShelf } from './store-shelf.tsx'
import { UnderWay } from './under-way.tsx'
import { Updated } from './updated.tsx'

// A first visit mostly converts nothing, and finds something; no document has it.
const HomeNote = later('beneath', async () => (await import('../../parts/home/beneath-later.tsx')).HomeNote)

/**
 * The home screen: categories, new, recommended and best-selling products, and stores. What it shows a person of their
 * own stands in places that the document keeps: the promises make room for orders under way, the best-selling products
 * for those that one knows.
 */
export function HomeScreen() {
  const { t } = useTranslation()
  const rows = useLive(homeRows, [])
  const wanted = useWant('catalogue.home', {})
  useRefetchEvicted('home', rows && rows.home !== undefined, wanted.refresh)
  useWant('catalogue.categories', {}, rows?.roots.length === 0)
  const { currency } = useMoney()
  const here = useTakenOver()
  const empty = rows?.home?.daily.length === 0
  const priced = [...(rows?.daily ?? []), ...(rows?.hot ?? []), ...(rows?.recommended ?? []), ...(rows?.deals ?? [])]
  // Each shelf below the first is taken over by itself, so that no task of the page is long.
  const shelves = rows?.home && (
    <>
      <ProductShelf
        title={t('home.daily')}
        note={<Updated at={rows.home.at} />}
        products={rows.daily}
        all={links.products({ sort: 'new' })}
        first
      />
      <Suspense>
        <ForYou hot={rows.hot} />
      </Suspense>
      <Suspense>
        <ProductShelf title={t('home.recommended')} products={rows.recommended} all={links.products()} layout="grid" />
      </Suspense>
      <Suspense>
        <ProductShelf title={t('deal.title')} products={rows.deals} />
      </Suspense>
      {here && (empty || priced.some((product) => product.currency !== currency)) && <HomeNote rows={priced} />}
      <ButtonLink kind="secondary" href={links.flow} icon={<GalleryVertical />}>
        {t('titles.flow')}
      </ButtonLink>
      <Suspense>
        <StoreShelf stores={rows.stores} />
      </Suspense>
    </>
  )
  const refresh = () => void wanted.refresh()
  return (
    <Screen>
      <PullToRefresh onRefresh={wanted.refresh}>
        <div className={styles.home}>
          {(rows?.roots.length || (wanted.state !== 'failed' && !empty)) && <CategoryStrip roots={rows?.roots} />}
          <UnderWay />
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
          <Suspense>
            <SiteFooter demo={rows?.home?.demo === true} />
          </Suspense>
        </div>
      </PullToRefresh>
    </Screen>
  )
}
