import FileText from 'lucide-react/icons/file-text'
import FileUp from 'lucide-react/icons/file-up'
import ListChecks from 'lucide-react/icons/list-checks'
import PackageOpen from 'lucide-react/icons/package-open'
import Plus from 'lucide-react/icons/plus'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { VirtualList } from '../../../ui/scrolling/virtual-list.tsx'
import { useCategoryNames } from './use-category-names.ts'
import { GoodsFiles } from './goods-files.tsx'
import { filtered } from './goods-filter.ts'
import { GoodsJobCard } from './goods-job.tsx'
import { GoodsRow } from './goods-row.tsx'
import { GoodsViews, useGoodsView } from './goods-views.tsx'
import styles from './goods.module.css'
import { useOffSale } from '../off-sale.tsx'
import { useGoodsItems } from './use-goods-items.ts'

/** All goods of the store: found by words, narrowed by how they stand. */
export function GoodsList() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const store = useStoreParam()
  const { view, find, set } = useGoodsView()
  const items = useGoodsItems()
  const offSale = useOffSale()
  // The form of a new product needs them, too, where there is no network.
  const names = useCategoryNames()
  const text = useDeferredValue(find)
  const shown = useMemo(() => filtered(items ?? [], view, text, names), [items, view, text, names])
  if (!items) return <Skeleton height="24rem" />
  const add = (
    <ButtonLink href={links.centreNewProduct(store)} icon={<Plus />}>
      {t('storeGoods.add')}
    </ButtonLink>
  )
  if (items.length === 0) return <NoGoods add={add} />
  return (
    <div className={styles.goods}>
      <GoodsJobCard />
      <div className={styles.head}>
        <Field
          className={styles.find}
          label={t('storeGoods.find')}
          type="search"
          autoComplete="off"
          value={find}
          onChange={(e) => set('q', e.target.value)}
        />
        <div className={styles.acts}>
          {add}
          <ButtonLink kind="secondary" href={links.centreMany(store, view, find)} icon={<ListChecks />}>
            {t('goodsBulk.open')}
          </ButtonLink>
          <ButtonLink kind="secondary" href={links.centreSheet(store)} icon={<FileText />}>
            {t('lineSheet.open')}
          </ButtonLink>
          <GoodsFiles shown={shown} all={items.length} />
        </div>
      </div>
      <GoodsViews items={items} view={view} set={set} offSale={offSale} />
      <p role="status" className="visually-hidden">
        {t('storeGoods.found', { count: shown.length, n: number(shown.length) })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          icon={<PackageOpen />}
          title={t('storeGoods.noneFound')}
          action={
            <Button kind="secondary" onClick={() => set(find === '' ? 'show' : 'q', '')}>
              {t('storeGoods.showAll')}
            </Button>
          }
        />
      ) : (
        <div className={styles.sheet}>
          <VirtualList
            items={shown}
            itemKey={(item) => item.id}
            label={t('storeGoods.list')}
            memory={`goods ${store ?? ''} ${view} ${text}`}
            estimate={77}
            layout="table"
            render={(item) => <GoodsRow item={item} store={store} offSale={offSale} />}
          />
        </div>
      )}
    </div>
  )
}

/** A store without goods: one is added, or all of them come from a file. */
function NoGoods({ add }: { add: ReactNode }) {
  const { t } = useTranslation()
  const store = useStoreParam()
  return (
    <>
      <GoodsJobCard />
      <EmptyState
        icon={<PackageOpen />}
        title={t('storeGoods.none')}
        text={t('storeGoods.noneHint')}
        action={
          <div className={styles.acts}>
            {add}
            <ButtonLink kind="secondary" href={links.centreImport(store)} icon={<FileUp />}>
              {t('goodsFile.import')}
            </ButtonLink>
          </div>
        }
      />
    </>
  )
}
