import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import { ladderPrice, orderableQuantity } from '#contract/rules/ladder.ts'
import type { Product, Variant } from '#contract/schema/catalogue.ts'
import { pictureSources } from '../../parts/picture-sources.ts'
import { useFormat } from '../../parts/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { LadderTable } from './ladder-table.tsx'
import styles from './variant-picker.module.css'

/** A quantity of one variant, at the unit price that the person saw (minor units). */
export interface Chosen {
  variantId: number
  num: number
  price: number
}

interface VariantPickerProps {
  open: boolean
  onClose(): void
  product: Product
  variants: readonly Variant[]
  /** The label of the sheet's button, and its action with the chosen variants. */
  action: { label: string; run(chosen: Chosen[]): void }
}

/** A sheet with a stepper for each variant; ladder and minimum count all of them together. */
export function VariantPicker({ open, onClose, product, variants, action }: VariantPickerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [nums, setNums] = useState<ReadonlyMap<number, number>>(new Map())
  const [missing, setMissing] = useState(false)
  const total = [...nums.values()].reduce((sum, n) => sum + n, 0)
  const priceOf = (variant: Variant) => ladderPrice(product.ladder, Math.max(total, product.minimum), variant.extra)
  const sum = variants.reduce((so, v) => so + (nums.get(v.id) ?? 0) * priceOf(v), 0)
  const goal = orderableQuantity(total, product.minimum, product.multiple)

  const set = (variant: Variant, num: number) => {
    setNums(new Map(nums).set(variant.id, num))
    setMissing(false)
  }
  const submit = () => {
    const chosen = variants.flatMap((v) =>
      nums.get(v.id) ? [{ variantId: v.id, num: nums.get(v.id)!, price: priceOf(v) }] : [],
    )
    if (chosen.length === 0) return setMissing(true)
    setNums(new Map())
    action.run(chosen)
  }
  const foot = (
    <div className={styles.foot}>
      <p className={styles.sum}>
        <span>{t('goods.chosen', { n: format.number(total) })}</span>
        <span className={styles.total}>{format.money(sum, product.currency)}</span>
      </p>
      <p aria-live="polite" className={missing ? styles.error : styles.note}>
        {missing
          ? t('goods.chooseFirst')
          : total > 0 && goal > total
            ? t('goods.more', { n: format.number(goal - total), goal: format.number(goal) })
            : ''}
      </p>
      <Button wide onClick={submit}>
        {action.label}
      </Button>
    </div>
  )
  return (
    <Sheet open={open} onClose={onClose} title={t('goods.choose')} footer={foot}>
      <div className={styles.head}>
        <LadderTable ladder={product.ladder} currency={product.currency} quantity={total} minimum={product.minimum} />
      </div>
      <ul className={styles.list}>
        {variants.map((variant) => (
          <VariantRow
            key={variant.id}
            {...{ product, variant }}
            price={priceOf(variant)}
            num={nums.get(variant.id) ?? 0}
            onChange={(n) => set(variant, n)}
          />
        ))}
      </ul>
    </Sheet>
  )
}

function VariantRow({
  product,
  variant,
  price,
  num,
  onChange,
}: {
  product: Product
  variant: Variant
  price: number
  num: number
  onChange(num: number): void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const out = variant.stock === 0
  return (
    <li className={styles.row}>
      {variant.picture && (
        <span className={styles.picture}>
          <Picture sources={pictureSources(variant.picture)} alt="" tint={variant.picture.tint} sizes="48px" />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.label}>{textIn(variant.label, format.locale)}</span>
        <span className={styles.figures}>
          <span>{format.money(price, product.currency)}</span>
          {out ? (
            <span className={styles.out}>{t('goods.outOfStock')}</span>
          ) : (
            <span>{t('goods.inStock', { n: format.number(variant.stock) })}</span>
          )}
        </span>
      </span>
      {!out && (
        <Stepper
          label={t('goods.quantity')}
          value={num}
          min={product.multiple}
          max={variant.stock}
          step={product.multiple}
          zero
          onChange={onChange}
        />
      )}
    </li>
  )
}
