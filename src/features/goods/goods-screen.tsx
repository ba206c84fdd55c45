import PackageX from 'lucide-react/icons/package-x'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { productShown, goodsOfCard } from '#localdb/queries/catalogue/goods.ts'
import { links } from '../../links/links.ts'
import { SnapshotContext } from '../../data/document/snapshot.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { Beneath } from '../../parts/home/beneath.tsx'
import { isMissing, isOfClosedStore } from '../../parts/failures/is-gone.ts'
import { Screen } from '../../parts/screen/screen.tsx'
import { touchedCard } from '../../parts/catalogue/touched.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState, ErrorState } from '../../ui/blocks/empty-state.tsx'
import { GoodsBody } from './goods-body.tsx'
import { GoodsSkeleton } from './goods-skeleton.tsx'

/** A product by its id, as far as it is on this device; the rest is fetched. */
export function GoodsScreen() {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const id = Number(params.get('id'))
  const valid = Number.isSafeInteger(id) && id > 0
  const card = touchedCard(id)
  const read = useLive((db) => productShown(db, valid ? id : 0), [id])
  const snapshot = useContext(SnapshotContext)
  // Begins with the card that led here, also where it was chosen before the page had taken the document over.
  const known = card?.product ?? snapshot.product(id)
  const here = read?.id === id ? read : undefined
  // A card of the server's own search is not on this device yet: what it shows stays until the rest has come, and so
  // does a press on it.
  const found = known && !here?.product ? { ...goodsOfCard(known), ...here, product: known } : here
  const want = useWant('catalogue.product', { id }, valid)
  const closed = found?.store?.closed === true || isOfClosedStore(want.failure)
  const gone = isMissing(want.failure) || !valid || closed

  if (found?.product)
    return (
      <GoodsBody
        key={id}
        goods={found}
        product={found.product}
        picture={card?.picture}
        gone={gone}
        closed={closed}
        loading={want.state === 'loading'}
        failed={want.state === 'failed'}
        onRefresh={want.refresh}
      />
    )
  if (gone) {
    return (
      <Screen>
        <EmptyState
          icon={<PackageX />}
          title={t(closed ? 'store.closedShort' : 'goods.gone')}
          text={closed ? t('store.closed') : t('goods.goneHint')}
          action={<ButtonLink href={links.products()}>{t('goods.browse')}</ButtonLink>}
        />
        <Beneath />
      </Screen>
    )
  }
  if (found && want.state === 'failed') {
    return (
      <Screen>
        <ErrorState
          {...(want.failure?.kind === 'refused'
            ? { title: want.failure.refusal.msg ?? t('goods.unknown') }
            : { title: t('goods.unknown'), text: t('goods.unknownHint') })}
          retry={{ label: t('goods.retry'), run: () => void want.refresh() }}
        />
      </Screen>
    )
  }
  return <GoodsSkeleton />
}
