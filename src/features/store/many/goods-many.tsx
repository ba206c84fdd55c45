import PackageOpen from 'lucide-react/icons/package-open'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GoodsItem } from '#localdb/queries/products/items.ts'
import { links } from '../../../links/links.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useLeave } from '../../../parts/forms/use-leave.ts'
import { useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { useCategoryNames } from '../products/use-category-names.ts'
import { CentrePage } from '../centre-page.tsx'
import { filtered } from '../products/goods-filter.ts'
import { GoodsGrid } from './goods-grid.tsx'
import { GoodsJobCard } from '../products/goods-job.tsx'
import styles from './goods-many.module.css'
import { GoodsViews, useGoodsView } from '../products/goods-views.tsx'
import { ManyActs } from './many-acts.tsx'
import { noChoice } from './many-choice.ts'
import { useOffSale } from '../off-sale.tsx'
import { useGoodsItems } from '../products/use-goods-items.ts'

const none: GoodsItem[] = []

/** The store's goods as a table of which some are chosen, to be changed together. */
export function GoodsMany() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const leave = useLeave(links.centreGoods(useStoreParam()))
  const { view, find, set } = useGoodsView()
  const read = useGoodsItems()
  const items = read ?? none
  const offSale = useOffSale()
  const [choice, setChoice] = useState(noChoice)
  const names = useCategoryNames()
  const text = useDeferredValue(find)
  const shown = useMemo(() => filtered(items, view, text, names), [items, view, text, names])
  const chosen = useMemo(() => items.filter(({ id }) => choice.ids.has(id)), [items, choice])
  const here = shown.reduce((sum, { id }) => sum + (choice.ids.has(id) ? 1 : 0), 0)
  return (
    <CentrePage
      tab="goods"
      wide
      foot={chosen.length > 0 && <ManyActs chosen={chosen} done={() => setChoice(noChoice)} />}
    >
      <div className={styles.many}>
        <GoodsJobCard />
        <Field
          label={t('storeGoods.find')}
          type="search"
          autoComplete="off"
          value={find}
          onChange={(e) => set('q', e.target.value)}
        />
        <GoodsViews items={items} view={view} set={set} offSale={offSale} />
        <Checkbox
          checked={shown.length > 0 && here === shown.length}
          mixed={here > 0}
          disabled={shown.length === 0}
          label={t('goodsBulk.chooseAll', { n: number(shown.length) })}
          onChange={(on) => setChoice({ ids: new Set(on ? shown.map(({ id }) => id) : []), from: 0 })}
        />
        {!read ? (
          <Skeleton height="24rem" />
        ) : shown.length === 0 ? (
          <EmptyState icon={<PackageOpen />} title={t('storeGoods.noneFound')} />
        ) : (
          <GoodsGrid items={shown} offSale={offSale} choice={choice} choose={setChoice} leave={leave} />
        )}
      </div>
    </CentrePage>
  )
}
