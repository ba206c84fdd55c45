import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { GOODS_STEPS_MAX } from '#contract/rules/goods.ts'
import { currencyChoices } from '../../parts/currency-name.ts'
import { useFormat } from '../../parts/use-format.ts'
import { useMoney } from '../../parts/use-money.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import styles from './centre.module.css'
import { useFaultText } from './use-fault-text.ts'
import type { GoodsForm } from './use-goods-form.ts'

/** What a product costs: the price of one, what it costs from how many pieces on, and how many an order holds. */
export function GoodsPrices({ form }: { form: GoodsForm }) {
  const { draft, faults, put } = form
  const { t } = useTranslation()
  const faultText = useFaultText()
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
        <Field
          label={t('storeGoods.minimum')}
          inputMode="numeric"
          dir="ltr"
          value={draft.minimum}
          error={faultText(faults['minimum'])}
          onChange={(e) => put({ minimum: e.target.value })}
        />
        <Field
          label={t('storeGoods.multiple')}
          hint={t('storeGoods.multipleHint')}
          inputMode="numeric"
          dir="ltr"
          value={draft.multiple}
          error={faultText(faults['multiple'])}
          onChange={(e) => put({ multiple: e.target.value })}
        />
        <Field
          label={t('storeGoods.lead')}
          hint={t('storeGoods.leadHint')}
          inputMode="numeric"
          dir="ltr"
          value={draft.lead}
          error={faultText(faults['lead'])}
          onChange={(e) => put({ lead: e.target.value })}
        />
        <Field
          label={t('storeGoods.weight')}
          hint={t('storeGoods.weightHint')}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          value={draft.weight ?? ''}
          error={faultText(faults['weight'])}
          onChange={(e) => put({ weight: e.target.value })}
        />
      </div>
      <Back form={form} />
      <Deal form={form} />
    </div>
  )
}

/** How far it can be ordered beyond the shelf. */
function Back({ form: { draft, faults, put } }: { form: GoodsForm }) {
  const { t } = useTranslation()
  const faultText = useFaultText()
  return (
    <div className={styles.pair}>
      <Field
        label={t('storeGoods.backPieces')}
        hint={t('storeGoods.backHint')}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        value={draft.backPieces ?? ''}
        error={faultText(faults['backorder'])}
        onChange={(e) => put({ backPieces: e.target.value })}
      />
      <Field
        label={t('storeGoods.backDays')}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        value={draft.backDays ?? ''}
        onChange={(e) => put({ backDays: e.target.value })}
      />
    </div>
  )
}

/** A reduced price for a time. */
function Deal({ form: { draft, faults, put } }: { form: GoodsForm }) {
  const { t } = useTranslation()
  const faultText = useFaultText()
  return (
    <div className={styles.pair}>
      <Field
        label={t('storeGoods.dealPercent')}
        hint={t('storeGoods.dealHint')}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        value={draft.dealPercent ?? ''}
        error={faultText(faults['deal'])}
        onChange={(e) => put({ dealPercent: e.target.value })}
      />
      <Field
        label={t('storeGoods.dealUntil')}
        type="datetime-local"
        value={draft.dealUntil ?? ''}
        onChange={(e) => put({ dealUntil: e.target.value })}
      />
    </div>
  )
}

type Step = GoodsForm['draft']['steps'][number]

/** What each costs from more pieces on. */
function Steps({ form: { draft, faults, put } }: { form: GoodsForm }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const faultText = useFaultText()
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
