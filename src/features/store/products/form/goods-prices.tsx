import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { GOODS_STEPS_MAX } from '#contract/products/rules.ts'
import { currencyChoices } from '../../../../parts/money/currency-name.ts'
import { useFormat } from '../../../../parts/format/use-format.ts'
import { useMoney } from '../../../../parts/money/use-money.tsx'
import { Button } from '../../../../ui/controls/button.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { IconButton } from '../../../../ui/controls/icon-button.tsx'
import { Select } from '../../../../ui/controls/select.tsx'
import styles from '../../centre.module.css'
import { useImportFaultText } from './use-fault-text.ts'
import type { GoodsForm } from './use-goods-form.ts'

/**
 * The prices of a product and the rules for ordering it: the price of one piece, the prices from larger quantities on,
 * minimum, multiple, lead time, weight, back orders and a deal.
 */
export function GoodsPrices({ form }: { form: GoodsForm }) {
  const { draft, faults, put } = form
  const { t } = useTranslation()
  const faultText = useImportFaultText()
  const { market, rates } = useMoney()
  const { locale } = useFormat()
  const currencies = [...new Set([draft.currency, market, ...rates.map(({ currency }) => currency).toSorted()])]
  const [first, ...further] = draft.steps
  return (
    <div className={styles.form}>
      <div className={styles.pair}>
        <Field
          label={t('storeGoods.price')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={first?.price ?? ''}
          error={faultText(faults['price'])}
          onChange={(e) => put({ steps: [{ from: '1', price: e.target.value }, ...further] })}
        />
        <Select
          label={t('storeGoods.currency')}
          value={draft.currency}
          choices={currencyChoices(currencies, locale)}
          onChange={(currency) => put({ currency })}
        />
      </div>
      <Steps form={form} />
      <div className={styles.pair}>
        <Count form={form} name="minimum" label={t('storeGoods.minimum')} />
        <Count form={form} name="multiple" label={t('storeGoods.multiple')} hint={t('storeGoods.multipleHint')} />
        <Count form={form} name="lead" label={t('storeGoods.lead')} hint={t('storeGoods.leadHint')} />
        <Count form={form} name="weight" label={t('storeGoods.weight')} hint={t('storeGoods.weightHint')} />
      </div>
      <div className={styles.pair}>
        <Count
          form={form}
          name="backPieces"
          column="backorder"
          label={t('storeGoods.backPieces')}
          hint={t('storeGoods.backHint')}
        />
        <Count form={form} name="backDays" label={t('storeGoods.backDays')} />
      </div>
      <div className={styles.pair}>
        <Count
          form={form}
          name="dealPercent"
          column="deal"
          label={t('storeGoods.dealPercent')}
          hint={t('storeGoods.dealHint')}
        />
        <Field
          label={t('storeGoods.dealUntil')}
          type="datetime-local"
          value={draft.dealUntil ?? ''}
          onChange={(e) => put({ dealUntil: e.target.value })}
        />
      </div>
    </div>
  )
}

interface CountProps {
  form: GoodsForm
  name: 'minimum' | 'multiple' | 'lead' | 'weight' | 'backPieces' | 'backDays' | 'dealPercent'
  /** The name of the column in the rules of files, where it is not `name`. */
  column?: string
  label: string
  hint?: string
}

/** A whole number. */
function Count({ form: { draft, faults, put }, name, column = name, ...of }: CountProps) {
  const faultText = useImportFaultText()
  return (
    <Field
      {...of}
      inputMode="numeric"
      dir="ltr"
      autoComplete="off"
      value={draft[name] ?? ''}
      error={faultText(faults[column])}
      onChange={(e) => put({ [name]: e.target.value })}
    />
  )
}

type Step = GoodsForm['draft']['steps'][number]

/** The prices of one piece from larger quantities on. */
function Steps({ form: { draft, faults, put } }: { form: GoodsForm }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const faultText = useImportFaultText()
  const set = (i: number, part: Partial<Step>) =>
    put({ steps: draft.steps.map((step, n) => (n === i ? { ...step, ...part } : step)) })
  return (
    <>
      {draft.steps.slice(1).map(({ from, price }, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- a step is its place on the ladder
        <div key={n} className={styles.step}>
          <Field
            label={t('storeGoods.from')}
            inputMode="numeric"
            dir="ltr"
            autoComplete="off"
            value={from}
            error={n === 0 ? faultText(faults['steps']) : undefined}
            onChange={(e) => set(n + 1, { from: e.target.value })}
          />
          <Field
            label={t('storeGoods.each')}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            value={price}
            onChange={(e) => set(n + 1, { price: e.target.value })}
          />
          <IconButton
            label={t('storeGoods.stepRemove', { n: number(n + 1) })}
            icon={<X />}
            onClick={() => put({ steps: draft.steps.filter((_, i) => i !== n + 1) })}
          />
        </div>
      ))}
      {draft.steps.length < GOODS_STEPS_MAX && (
        <Button
          kind="quiet"
          small
          className={styles.start}
          icon={<Plus />}
          onClick={() => put({ steps: [...draft.steps, { from: '', price: '' }] })}
        >
          {t('storeGoods.stepAdd')}
        </Button>
      )}
    </>
  )
}
