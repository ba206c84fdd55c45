import LayoutGrid from 'lucide-react/icons/layout-grid'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onShelf } from '#contract/products/back-orders.ts'
import { productCode } from '#contract/catalogue/product-code.ts'
import { later } from '../../../data/loading/later.tsx'
import { pictureSources } from '../../../parts/pictures/picture-sources.ts'
import { MoneyText } from '../../../parts/money/price.tsx'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { PictureView } from '../../../ui/blocks/picture.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import { Stepper } from '../../../ui/controls/stepper.tsx'
import { filled, orderableOf, unitPrice, usualFills } from './choosing.ts'
import type { Buying } from './use-buying.ts'
import { variantGroups, type NamedVariant, type VariantGroup } from './variant-groups.ts'
import styles from './variant-rows.module.css'

const VariantGrid = later('buying', async () => (await import('./buying-later.tsx')).VariantGrid)

/** Fewer variants are filled one by one. */
const FILLED_FROM = 3

/**
 * A stepper for each variant. Where variants have two options (colour and size), swatches of the first choose the group
 * whose rows are shown, or a table has them all.
 */
export function VariantRows({ buying }: { buying: Buying }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { product, nums } = buying
  const groups = variantGroups(buying.variants, format.locale)
  const [at, setAt] = useState(0)
  const group = groups[at] ?? groups[0]!
  const [table, setTable] = useState(false)
  const twofold = groups.length > 1
  const shown = table ? groups.flatMap(({ variants }) => variants) : group.variants
  const there = shown
    .map(({ variant }) => variant)
    .filter(({ stock }) => !buying.why && orderableOf(stock, product.multiple) > 0)
  return (
    <div className={styles.variants}>
      {twofold && (
        <div className={styles.swatches} role="group" aria-label={t('goods.choices')}>
          {!table &&
            groups.map((g, n) => (
              <Swatch key={g.name} group={g} on={g === group} buying={buying} onPress={() => setAt(n)} />
            ))}
          <IconButton
            label={t('goods.asTable')}
            icon={<LayoutGrid />}
            pressed={table}
            className={styles.look}
            onClick={() => setTable(!table)}
          />
        </div>
      )}
      {table ? (
        <VariantGrid groups={groups} buying={buying} instead={<Skeleton height="12rem" />} />
      ) : (
        <ul className={styles.list}>
          {group.variants.map((named) => (
            <VariantRow key={named.variant.id} named={named} pictured={!twofold} buying={buying} />
          ))}
        </ul>
      )}
      {there.length >= FILLED_FROM && (
        <div className={styles.fill} role="group" aria-label={t('goods.fill')}>
          <span aria-hidden="true">{t('goods.fill')}</span>
          {usualFills(product)
            .filter((num) => there.some(({ stock }) => stock >= num))
            .map((num) => (
              <Button
                key={num}
                kind="quiet"
                small
                aria-label={t('goods.fillAll', { n: format.number(num) })}
                onClick={() => buying.setNums(filled(nums, there, num, product.multiple))}
              >
                {format.number(num)}
              </Button>
            ))}
        </div>
      )}
    </div>
  )
}

interface SwatchProps {
  group: VariantGroup
  on: boolean
  buying: Buying
  onPress(): void
}

function Swatch({ group, on, buying, onPress }: SwatchProps) {
  const format = useFormat()
  const picture = group.variants[0]?.variant.picture
  const pieces = group.variants.reduce((sum, { variant }) => sum + (buying.nums.get(variant.id) ?? 0), 0)
  return (
    <button type="button" aria-pressed={on} className={cx(styles.swatch, on && styles.on)} onClick={onPress}>
      {picture && (
        <span className={styles.picture}>
          <PictureView sources={pictureSources(picture)} alt="" tint={picture.tint} sizes="40px" />
        </span>
      )}
      <bdi>{group.name}</bdi>
      {pieces > 0 && <strong>{format.number(pieces)}</strong>}
    </button>
  )
}

function VariantRow({ named, pictured, buying }: { named: NamedVariant; pictured: boolean; buying: Buying }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { product, nums, reckoned } = buying
  const { name, variant } = named
  const dearer = buying.variants.some(({ extra }) => extra > 0)
  const most = orderableOf(variant.stock, product.multiple)
  // More was typed than there is.
  const [over, setOver] = useState(false)
  return (
    <li className={styles.row}>
      {pictured && variant.picture && (
        <span className={styles.picture}>
          <PictureView sources={pictureSources(variant.picture)} alt="" tint={variant.picture.tint} sizes="40px" />
        </span>
      )}
      <span className={styles.words}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.figures}>
          {dearer && <MoneyText amount={unitPrice(product, reckoned.pieces, variant)} currency={product.currency} />}
          <span className={cx((most === 0 || over) && styles.out)} role="status">
            {most === 0
              ? t('goods.outOfStock')
              : over
                ? t('goods.onlyInStock', { n: format.number(variant.stock) })
                : t('goods.inStock', { n: format.number(onShelf(variant.stock, variant.beyond ?? 0)) })}
          </span>
          <bdi dir="ltr">{productCode(product.id, variant.id)}</bdi>
        </span>
      </span>
      {most > 0 && !buying.why && (
        <Stepper
          label={t('goods.quantityOf', { name })}
          value={nums.get(variant.id) ?? 0}
          min={product.multiple}
          max={most}
          step={product.multiple}
          zero
          format={format.number}
          onOver={() => setOver(true)}
          onChange={(n) => {
            setOver(false)
            buying.setNum(variant.id, n)
          }}
        />
      )}
    </li>
  )
}
