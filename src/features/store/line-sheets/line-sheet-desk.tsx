import PackageOpen from 'lucide-react/icons/package-open'
import Printer from 'lucide-react/icons/printer'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leadOf, PROMISES, type Promises } from '#contract/market/promises.ts'
import { productCode } from '#contract/catalogue/product-code.ts'
import type { StoreProduct } from '#contract/products/schema-row.ts'
import { SHEET_FACTS_MAX } from '#contract/line-sheets/rules.ts'
import { sheetGoods } from '#localdb/queries/line-sheets.ts'
import type { GoodsItem } from '#localdb/queries/products/items.ts'
import { links } from '../../../links/links.ts'
import { useSettings } from '../../../data/use-settings.ts'
import { useStoreLive } from '../../../data/stores/use-store.ts'
import { LineSheet, type SheetProduct } from '../../../parts/line-sheets/line-sheet.tsx'
import { useStore, useStoreParam } from '../../../parts/stores/open-desk.tsx'
import { Screen } from '../../../parts/screen/screen.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { EmptyState } from '../../../ui/blocks/empty-state.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'
import { GoodsThumb } from '../products/goods-thumb.tsx'
import { LineSheetForm } from './line-sheet-form.tsx'
import { OffSaleNotice } from '../off-sale.tsx'
import { RefusedSection } from '../refused-section.tsx'
import { SheetLinks } from './sheet-links.tsx'
import { useGoodsItems } from '../products/use-goods-items.ts'
import { useSheetChoice } from './use-sheet-choice.ts'

/** The form of a line sheet, the links to the sheets that exist, and a preview of the printed page. */
export function LineSheetDesk() {
  const items = useGoodsItems()
  return items ? (
    <Desk items={items} />
  ) : (
    <Screen>
      <Skeleton height="30rem" />
    </Screen>
  )
}

function Desk({ items }: { items: readonly GoodsItem[] }) {
  const { t } = useTranslation()
  const { money } = useFormat()
  const at = useStoreParam()
  const store = useStore()
  const choice = useSheetChoice(items)
  const promises = useSettings()?.promises ?? PROMISES
  const [title, setTitle] = useState(() => t('titles.lineSheet'))
  const [until, setUntil] = useState('')
  const key = choice.ids.join()
  const goods = useStoreLive(useMemo(() => sheetGoods(key === '' ? [] : key.split(',')), [key]))
  if (choice.all === 0)
    return (
      <Screen width="narrow">
        <div className={styles.page}>
          <EmptyState
            icon={<PackageOpen />}
            title={t('lineSheet.none')}
            text={t('lineSheet.noneHint')}
            action={<ButtonLink href={links.centreGoods(at)}>{t('centre.tabs.goods')}</ButtonLink>}
          />
          <SheetLinks />
        </div>
      </Screen>
    )
  const end = until === '' ? null : new Date(until).getTime()
  return (
    <Screen
      // Browsers name the saved file after the title.
      title={title.trim() || t('titles.lineSheet')}
      foot={
        <Button wide icon={<Printer />} onClick={() => print()}>
          {t('papers.print')}
        </Button>
      }
    >
      <div className={styles.page}>
        <OffSaleNotice />
        <RefusedSection />
        <LineSheetForm choice={choice} title={title} setTitle={setTitle} until={until} setUntil={setUntil} />
        <SheetLinks />
        <Section title={t('lineSheet.preview')}>
          {goods ? (
            <LineSheet
              title={title.trim()}
              store={store.name}
              until={end}
              products={goods.map((one) => sheetProduct(one, promises))}
              money={money}
            />
          ) : (
            <Skeleton height="30rem" />
          )}
        </Section>
      </div>
    </Screen>
  )
}

const sheetProduct = (goods: StoreProduct, promises: Pick<Promises, 'shipDays'>): SheetProduct => ({
  key: goods.id,
  picture: <GoodsThumb src={goods.pictures[0]?.src} tint={goods.pictures[0]?.tint} soon />,
  title: goods.title,
  codes: [goods.code, goods.productId === null ? '' : productCode(goods.productId, 0)].filter(Boolean),
  facts: goods.attributes.slice(0, SHEET_FACTS_MAX),
  choices: Object.keys(goods.variants).length,
  currency: goods.currency,
  ladder: goods.ladder,
  minimum: goods.minimum,
  multiple: goods.multiple,
  lead: leadOf(goods.lead, promises),
  stock: goods.stock,
})
