import Store from 'lucide-react/icons/store'
import { useEffect, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { followedItems, type FollowedItem } from '#localdb/queries/stores/store.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useOwnHome } from '../../data/use-own-home.ts'
import { usePerson } from '../../data/use-person.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useWant } from '../../data/use-want.ts'
import { Beneath } from '../../parts/home/beneath.tsx'
import { Converted } from '../../parts/money/converted.tsx'
import { Freshness, oldestAt } from '../../parts/sync/freshness.tsx'
import { TileRow } from '../../parts/catalogue/product-tile.tsx'
import { RefusedList } from '../../parts/changes/refused-list.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { StoreCard } from '../../parts/stores/store-card.tsx'
import { useFollow } from '../../parts/favourites/use-follow.ts'
import { useFormat } from '../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Section } from '../../ui/blocks/card.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { PullToRefresh } from '../../ui/scrolling/pull-to-refresh.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import styles from './followed.module.css'

/** The most stores to ask for in one request. */
const MOST = 500

/** The followed stores, the latest first, for guests too; all of it works offline. */
export function FollowedStoresScreen() {
  const { t } = useTranslation()
  const format = useFormat()
  const items = useLive(followedItems, [])
  const own = useOwnHome()
  const refresh = useFigures(items)
  const list = useFocusKept(items?.length ?? 0)
  if (!items)
    return (
      <Screen>
        <div className={styles.stores}>
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
        </div>
      </Screen>
    )
  if (items.length === 0) {
    return (
      <Screen>
        <RefusedList of="follow" />
        <EmptyState
          icon={<Store />}
          title={t('follows.empty')}
          text={t('follows.emptyHint')}
          action={<ButtonLink href={links.home}>{t('follows.browse')}</ButtonLink>}
        />
        <Beneath />
      </Screen>
    )
  }
  return (
    <Screen>
      <RefusedList of="follow" />
      <PullToRefresh onRefresh={refresh}>
        <div className={styles.followed}>
          <p className={styles.count}>{t('follows.count', { n: format.number(items.length) })}</p>
          {own && own.news.length > 0 && (
            <Section title={t('home.own.news')}>
              <TileRow label={t('home.own.news')} products={own.news} />
            </Section>
          )}
          <Freshness at={oldestAt(items.flatMap((item) => item.store ?? []))} />
          <Converted rows={items.flatMap((item) => item.store ?? [])} />
          <ul ref={list} tabIndex={-1} className={styles.stores} aria-label={t('follows.list')}>
            {items.map((item) => (
              <li key={item.id}>{item.store ? <StoreCard store={item.store} /> : <Missing item={item} />}</li>
            ))}
          </ul>
        </div>
      </PullToRefresh>
    </Screen>
  )
}

/**
 * Fetches the figures of the followed stores: for a member by the server's own list, for a guest by the stores that
 * this device knows.
 */
function useFigures(items: readonly FollowedItem[] | undefined): () => Promise<unknown> {
  const person = usePerson()
  const account = useProfile()
  const member = person !== undefined && !person.guest && account?.link?.session === 'ok'
  const ids = (items ?? [])
    .filter((item) => !member || !item.store)
    .slice(0, MOST)
    .map((item) => item.id)
    .sort((a, b) => a - b)
  const followed = useWant('user.followedStores', {}, member)
  const certain = useWant('catalogue.stores', { ids }, person !== undefined && ids.length > 0)
  return member ? followed.refresh : certain.refresh
}

/** Moves the focus to the list when the card that had it has left. */
function useFocusKept(count: number): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus()
    before.current = count
  }, [count])
  return list
}

/** A followed store whose row is not on this device (yet). */
function Missing({ item }: { item: FollowedItem }) {
  const { t } = useTranslation()
  const set = useFollow()
  return (
    <article className={styles.missing}>
      <p>
        <a href={links.store(item.id)} className={styles.name}>
          {t('refused.store')}
        </a>
      </p>
      <p className={styles.soft}>{t('follows.notHere')}</p>
      <Button kind="quiet" small onClick={() => set(item.id, false)}>
        {t('follows.unfollow')}
      </Button>
    </article>
  )
}
