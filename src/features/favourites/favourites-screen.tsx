import Heart from 'lucide-react/icons/heart'
import TrendingDown from 'lucide-react/icons/trending-down'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { FAVOURITES_MAX } from '#contract/wire/limits.ts'
import { favouriteItems, type FavouriteItem } from '#localdb/queries/favourites/items.ts'
import { catalogueAt } from '#localdb/queries/catalogue/freshness.ts'
import { pricesBefore } from '#localdb/queries/catalogue/seen.ts'
import { links } from '../../links/links.ts'
import { useLive } from '../../data/use-live.ts'
import { useMutate } from '../../data/use-mutate.ts'
import { useWant } from '../../data/use-want.ts'
import { Beneath } from '../../parts/home/beneath.tsx'
import { Converted } from '../../parts/money/converted.tsx'
import { Freshness } from '../../parts/sync/freshness.tsx'
import { ProductCard } from '../../parts/catalogue/product-card.tsx'
import { Screen } from '../../parts/screen/screen.tsx'
import { SyncMark } from '../../parts/sync/sync-mark.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useShownMoney } from '../../parts/money/use-shown-money.ts'
import { Badge } from '../../ui/blocks/badge.tsx'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PullToRefresh } from '../../ui/scrolling/pull-to-refresh.tsx'
import { Skeleton } from '../../ui/blocks/skeleton.tsx'
import { VirtualList } from '../../ui/scrolling/virtual-list.tsx'
import { AddAll } from './add-all.tsx'
import styles from './favourites.module.css'

/** The favourite products, newest first, for guests too; all of it works offline. */
export function FavouritesScreen() {
  const { t } = useTranslation()
  const format = useFormat()
  const mutate = useMutate()
  const items = useLive(favouriteItems, [])
  const at = useLive(catalogueAt, [])
  const cheaper = useLive(pricesBefore, [])
  const ids = (items ?? [])
    .slice(0, FAVOURITES_MAX)
    .map((item) => item.id)
    .sort((a, b) => a - b)
  const { refresh } = useWant('catalogue.products', { ids, sort: 'all' }, ids.length > 0)

  if (!items)
    return (
      <Screen>
        <div className={styles.grid}>
          <Skeleton height="15rem" />
          <Skeleton height="15rem" />
        </div>
      </Screen>
    )
  if (items.length === 0) {
    return (
      <Screen>
        <EmptyState
          icon={<Heart />}
          title={t('favourites.empty')}
          text={t('favourites.emptyHint')}
          action={<ButtonLink href={links.products()}>{t('favourites.browse')}</ButtonLink>}
        />
        <Beneath />
      </Screen>
    )
  }
  const restore = (lost: readonly number[]) => {
    for (const id of lost) void mutate('favourite.set', { id, on: true })
  }
  const undo = (lost: readonly number[]) => ({ label: t('favourites.undo'), run: () => restore(lost) })
  const clear = () => {
    const all = items.map((item) => item.id)
    for (let n = 0; n < all.length; n += FAVOURITES_MAX) {
      void mutate(
        'favourite.clear',
        { ids: all.slice(n, n + FAVOURITES_MAX) },
        { text: t('favourites.cleared'), action: undo(all) },
      )
    }
  }
  const remove = (id: number) =>
    void mutate('favourite.set', { id, on: false }, { text: t('favourites.removed'), action: undo([id]) })
  return (
    <Screen
      end={
        <Button kind="quiet" onClick={clear}>
          {t('favourites.clear')}
        </Button>
      }
    >
      <div className={styles.head}>
        <p className={styles.count}>{t('favourites.count', { n: format.number(items.length) })}</p>
        <AddAll items={items} />
      </div>
      <Freshness at={at} />
      <Converted rows={items.flatMap(({ product }) => product ?? [])} />
      <PullToRefresh onRefresh={refresh}>
        <VirtualList
          label={t('favourites.list')}
          items={items}
          itemKey={(item) => item.id}
          render={(item) => <Item item={item} before={cheaper?.get(item.id)} onRemove={() => remove(item.id)} />}
          memory="favourites"
          estimate={300}
          layout="grid"
        />
      </PullToRefresh>
    </Screen>
  )
}

interface ItemProps {
  item: FavouriteItem
  /** The price when this device last saw the product, if it was higher. */
  before: number | undefined
  onRemove(): void
}

function Item({ item, before, onRemove }: ItemProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const money = useShownMoney()
  const known = item.product ?? item.gone
  const title = known ? textIn(known.title, locale) : t('cart.productFallback')
  return (
    <div className={styles.item}>
      {item.product ? (
        <>
          <ProductCard product={item.product} />
          {before !== undefined && (
            <span className={styles.drop}>
              <Badge tone="good" icon={<TrendingDown />}>
                {t('favourites.was', { price: money(before, item.product.currency) })}
              </Badge>
            </span>
          )}
        </>
      ) : (
        <a href={links.goods(item.id)} className={styles.missing} aria-label={known ? undefined : title}>
          <strong>{known ? title : <Skeleton width="6rem" />}</strong>
          {t(item.gone ? 'refusals.productGone' : 'favourites.notHere')}
        </a>
      )}
      {item.pending > 0 && (
        <span className={styles.mark}>
          <SyncMark />
        </span>
      )}
      <IconButton
        look="raised"
        label={t('favourites.remove', { title })}
        icon={<Heart />}
        className={styles.remove}
        onClick={onRemove}
      />
    </div>
  )
}
