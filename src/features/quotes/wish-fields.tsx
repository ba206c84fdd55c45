import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { ladderPrice } from '#contract/prices/ladder.ts'
import { LINE_MAX } from '#contract/wire/limits.ts'
import { QUOTE_NOTE_MAX } from '#contract/quotes/rules.ts'
import type { Product, Variant } from '#contract/catalogue/schema.ts'
import { Price } from '../../parts/money/price.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { Field } from '../../ui/controls/field.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'
import { Stepper } from '../../ui/controls/stepper.tsx'
import styles from './quotes.module.css'
import { leastOf, type ReadWish, type QuoteWish } from './use-wish.ts'

interface WishFieldsProps {
  product: Product
  variants: readonly Variant[]
  wish: QuoteWish
  read: ReadWish
  /** Errors are shown: it was tried to send it. */
  tried: boolean
  onChange(change: Partial<QuoteWish>): void
}

/** How many pieces of which choices, what one may cost, and a note: what a store is asked and answered with. */
export function WishFields({ product, variants, wish, read, tried, onChange }: WishFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { currency, choices } = product
  const list = read.lines.reduce((sum, { variantId, num }) => {
    const extra = variants.find((v) => v.id === variantId)?.extra
    return sum + num * ladderPrice(product.ladder, Math.max(read.pieces, product.minimum), extra)
  }, 0)
  const set = (variantId: number, num: number) => onChange({ nums: { ...wish.nums, [variantId]: num } })
  return (
    <>
      <fieldset className={styles.wanted} aria-describedby={`${id}-wanted`}>
        <legend>{t('quotes.wanted')}</legend>
        {choices === 0 ? (
          <Stepper
            label={t('goods.quantity')}
            value={wish.nums[0] ?? 0}
            min={leastOf(product)}
            max={LINE_MAX}
            step={product.multiple}
            onChange={(num) => set(0, num)}
          />
        ) : variants.length === 0 ? (
          <Notice>{t('goods.choicesMissing')}</Notice>
        ) : (
          <ul className={styles.choices}>
            {variants.map((variant) => (
              <Choice
                key={variant.id}
                variant={variant}
                product={product}
                num={wish.nums[variant.id] ?? 0}
                onNum={(num) => set(variant.id, num)}
              />
            ))}
          </ul>
        )}
        <p id={`${id}-wanted`} aria-live="polite">
          {tried && read.error !== undefined ? (
            <span className={styles.bad}>{read.error}</span>
          ) : (
            read.pieces > 0 && (
              <span className={styles.soft}>
                {t('quotes.listSum', { amount: '' })}
                <Price amount={list} currency={currency} />
              </span>
            )
          )}
        </p>
      </fieldset>
      <Field
        label={t('quotes.target')}
        hint={t('quotes.targetHint', { currency })}
        error={tried ? read.targetError : undefined}
        name="target"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={wish.target}
        onChange={(e) => onChange({ target: e.target.value })}
      />
      <label className={styles.note} htmlFor={`${id}-note`}>
        {t('quotes.note')}
        <textarea
          id={`${id}-note`}
          rows={3}
          dir="auto"
          maxLength={QUOTE_NOTE_MAX}
          value={wish.note}
          onChange={(e) => onChange({ note: e.target.value })}
        />
      </label>
    </>
  )
}

interface ChoiceProps {
  variant: Variant
  product: Product
  num: number
  onNum(num: number): void
}

function Choice({ variant, product, num, onNum }: ChoiceProps) {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const name = textIn(variant.label, locale)
  return (
    <li className={styles.choice}>
      <span className={styles.choiceName} dir="auto">
        {name}
      </span>
      <Stepper
        label={t('goods.quantityOf', { name })}
        value={num}
        min={product.multiple}
        max={LINE_MAX}
        step={product.multiple}
        zero
        onChange={onNum}
      />
    </li>
  )
}
