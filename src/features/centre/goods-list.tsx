import FileUp from 'lucide-react/icons/file-up'
import PackageOpen from 'lucide-react/icons/package-open'
import Plus from 'lucide-react/icons/plus'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { goodsItems } from '#localdb/queries/store-goods.ts'
import { links } from '../../app/links.ts'
import { useStoreLive } from '../../data/use-store.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ChipButton, ChipRow } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { useCategoryNames } from './category-field.tsx'
import { GoodsFiles } from './goods-files.tsx'
import { countsOf, filtered, goodsViews, type GoodsView } from './goods-filter.ts'
import { GoodsJobCard } from './goods-job.tsx'
import { GoodsRow } from './goods-row.tsx'
import styles from './goods.module.css'
import { useStoreParam } from './in-store.tsx'

/** What the list shows, as its address has it. */
function useView() {
  const [path] = useLocation()
  const [params] = useSearchParams()
  const [, navigate] = useLocation()
  const view: GoodsView = goodsViews.find((one) => one === params.get('show')) ?? 'all'
  const find = params.get('q') ?? ''
  const set = (name: 'show' | 'q', value: string) => {
    const next = new URLSearchParams(params)
    if (value === '' || value === 'all') next.delete(name)
    else next.set(name, value)
    navigate(next.size > 0 ? `${path}?${next}` : path, { replace: true })
  }
  return { view, find, set }
}

/** All goods of the store: found by words, narrowed by how they stand. */
export function GoodsList() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const store = useStoreParam()
  const { view, find, set } = useView()
  const items = useStoreLive(goodsItems)
  // The form of a new product needs them where there is no network.
  useCategoryNames()
  const text = useDeferredValue(find)
  const shown = useMemo(() => filtered(items ?? [], view, text), [items, view, text])
  const counts = useMemo(() => countsOf(items ?? []), [items])
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
          <GoodsFiles shown={shown} all={items.length} />
        </div>
      </div>
      <ChipRow label={t('storeGoods.show')}>
        {goodsViews
          .filter((one) => one === 'all' || one === view || counts[one] > 0)
          .map((one) => (
            <ChipButton key={one} on={one === view} onPress={() => set('show', one)}>
              {t(`storeGoods.view.${one}`)} {number(counts[one])}
            </ChipButton>
          ))}
      </ChipRow>
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
            render={(item) => <GoodsRow item={item} store={store} />}
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
