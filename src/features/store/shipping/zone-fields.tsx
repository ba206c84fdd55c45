import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { zoneWays } from '#contract/shipping/charges.ts'
import { ZONE_STEPS_MAX } from '#contract/shipping/zones.ts'
import { DAYS_MAX } from '#contract/shipping/terms.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import styles from '../centre.module.css'
import type { ZoneDraft, ZoneFault } from './read-zone.ts'

interface ZoneFieldsProps {
  draft: ZoneDraft
  faults: ReadonlySet<ZoneFault>
  currency: string
  put(part: Partial<ZoneDraft>): void
}

/** The price of shipping in a zone, the amount from which it is free, and the time it takes. */
export function ZoneFields(props: ZoneFieldsProps) {
  const { draft, faults, currency, put } = props
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <>
      <Select
        label={t('zones.way')}
        value={draft.by}
        choices={zoneWays.map((value) => ({ value, label: t(`zones.ways.${value}`) }))}
        onChange={(by) => put({ by })}
      />
      {draft.by === 'value' ? <Steps {...props} /> : <Price {...props} />}
      <Field
        label={t('zones.freeFrom', { currency })}
        hint={t('zones.freeFromHint')}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        value={draft.freeFrom}
        error={faults.has('freeFrom') ? t('centre.shippingWrong') : undefined}
        onChange={(e) => put({ freeFrom: e.target.value })}
      />
      <div className={styles.pair}>
        <Field
          label={t('zones.daysLeast')}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          value={draft.least}
          error={faults.has('days') ? t('centre.daysWrong', { max: number(DAYS_MAX) }) : undefined}
          onChange={(e) => put({ least: e.target.value })}
        />
        <Field
          label={t('zones.daysMost')}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          value={draft.most}
          onChange={(e) => put({ most: e.target.value })}
        />
      </div>
    </>
  )
}

/** The price of an order, a piece or a started weight. */
function Price({ draft, faults, currency, put }: ZoneFieldsProps) {
  const { t } = useTranslation()
  const price = (
    <Field
      label={t('zones.price', { currency })}
      hint={t('zones.priceHint')}
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      value={draft.price}
      error={faults.has('price') ? t('centre.shippingWrong') : undefined}
      onChange={(e) => put({ price: e.target.value })}
    />
  )
  if (draft.by !== 'weight') return price
  return (
    <>
      {price}
      <Select
        label={t('zones.started')}
        value={draft.grams}
        choices={[
          { value: '1000', label: t('zones.kilogram') },
          { value: '100', label: t('zones.grams') },
        ]}
        onChange={(grams) => put({ grams })}
      />
    </>
  )
}

/** The prices of shipping by the value of an order's goods. */
function Steps({ draft: { steps }, faults, currency, put }: ZoneFieldsProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const set = (n: number, part: Partial<ZoneDraft['steps'][number]>) =>
    put({ steps: steps.map((step, i) => (i === n ? { ...step, ...part } : step)) })
  return (
    <>
      {steps.map(({ from, price }, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- a step is its place among the others
        <div key={n} className={styles.step}>
          <Field
            label={t('zones.from', { currency })}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            readOnly={n === 0}
            value={n === 0 ? number(0) : from}
            error={n === 0 && faults.has('steps') ? t('zones.stepsWrong') : undefined}
            onChange={(e) => set(n, { from: e.target.value })}
          />
          <Field
            label={t('zones.price', { currency })}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            value={price}
            onChange={(e) => set(n, { price: e.target.value })}
          />
          {n > 0 && (
            <IconButton
              label={t('zones.stepRemove', { n: number(n + 1) })}
              icon={<X />}
              onClick={() => put({ steps: steps.filter((_, i) => i !== n) })}
            />
          )}
        </div>
      ))}
      {steps.length < ZONE_STEPS_MAX && (
        <Button
          kind="quiet"
          small
          className={styles.start}
          icon={<Plus />}
          onClick={() => put({ steps: [...steps, { from: '', price: '' }] })}
        >
          {t('zones.stepAdd')}
        </Button>
      )}
    </>
  )
}
