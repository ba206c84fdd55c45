import PackageOpen from 'lucide-react/icons/package-open'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { useProductList } from '../../lists/use-product-list.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/blocks/empty-state.tsx'
import { remember, rememberedHere } from '../../ui/scrolling/scroll-memory.ts'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { FlowCard } from './flow-card.tsx'
import styles from './flow.module.css'
import { AROUND, nearEnd, placeAt, stepOf } from './place.ts'

const MEMORY = 'flow/place'
const ofAll = { sort: 'all' as const }

/**
 * The market's products one by one, each as large as the screen: on with a swipe, the arrow keys or j and k. Without a
 * network those that are on this device.
 */
export function FlowScreen() {
  const { t } = useTranslation()
  const list = useProductList(ofAll)
  const { products } = list
  const count = products?.length ?? 0
  const feed = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(() => (rememberedHere(MEMORY) as number | undefined) ?? 0)
  const came = useRef(false)
  const more = useEffectEvent(() => list.more?.())
  useEffect(() => {
    if (count > 0 && nearEnd(at, count)) more()
  }, [at, count])
  // Back finds the product that was left.
  useEffect(() => {
    const element = feed.current
    if (!element || came.current || count === 0) return
    came.current = true
    element.scrollTo(0, at * element.clientHeight)
  }, [count, at])
  const go = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event.key)
    const element = feed.current
    if (step === 0 || !element || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollTo({ top: (at + step) * element.clientHeight, behavior: still ? 'instant' : 'smooth' })
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => go(event)
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
  if (!products) return <Waiting />
  if (count === 0)
    return (
      <Screen>
        {list.failure ? (
          <ErrorState
            title={t('products.unreachable')}
            text={t('products.unreachableHint')}
            retry={{ label: t('home.retry'), run: () => void list.refresh() }}
          />
        ) : (
          <EmptyState
            icon={<PackageOpen />}
            title={t('products.none')}
            action={<ButtonLink href={links.home}>{t('notFound.home')}</ButtonLink>}
          />
        )}
      </Screen>
    )
  return (
    <Screen>
      <div
        ref={feed}
        role="feed"
        aria-label={t('flow.label')}
        aria-busy={list.moreLoading}
        className={styles.feed}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, clientHeight } }) => {
          const next = placeAt(scrollTop, clientHeight, count)
          if (next === at) return
          setAt(next)
          remember(MEMORY, next)
        }}
      >
        {products.map((product, n) => (
          <div key={product.id} className={styles.place}>
            {Math.abs(n - at) <= AROUND && (
              <FlowCard product={product} near={n === at} place={n + 1} of={list.more ? -1 : count} />
            )}
          </div>
        ))}
      </div>
    </Screen>
  )
}

function Waiting() {
  return (
    <Screen>
      <div className={styles.feed} aria-hidden="true">
        <div className={styles.place}>
          <div className={styles.card}>
            <Skeleton height="55dvh" />
            <Skeleton width="70%" height="1.5rem" />
            <Skeleton width="40%" height="1.25rem" />
          </div>
        </div>
      </div>
    </Screen>
  )
}
