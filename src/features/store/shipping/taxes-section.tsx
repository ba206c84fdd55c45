import Plus from 'lucide-react/icons/plus'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tax } from '#contract/shipping/charges.ts'
import { TAXED_MAX, type Taxes } from '#contract/shipping/zones.ts'
import { useStoreMutate } from '../../../data/stores/use-store.ts'
import { AreaField } from '../../../parts/addresses/area-field.tsx'
import { useCountryName } from '../../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Section } from '../../../ui/blocks/card.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Sheet } from '../../../ui/layers/sheet.tsx'
import styles from '../centre.module.css'
import { typedPercentage, writtenRate } from './typed-rate.ts'
import { useCountryChoices } from './use-country-choices.ts'

/** The countries with taxes of their own. */
export function TaxesSection({ taxes }: { taxes: Taxes }) {
  const { t } = useTranslation()
  const { percent, locale } = useFormat()
  const countryName = useCountryName()
  const [at, setAt] = useState<string>()
  const all = Object.entries(taxes)
    .map(([code, tax]) => ({ code, name: countryName(code), tax }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
  return (
    <Section title={t('taxes.title')}>
      <div className={styles.stack}>
        {all.length === 0 && <p className={styles.soft}>{t('taxes.none')}</p>}
        {all.length > 0 && (
          <List label={t('taxes.title')}>
            {all.map(({ code, name, tax }) => (
              <ListRow
                key={code}
                title={<bdi>{name}</bdi>}
                text={t(tax.included ? 'taxes.included' : 'taxes.added', { rate: percent(tax.rate / 10_000) })}
                onPress={() => setAt(code)}
              />
            ))}
          </List>
        )}
        {all.length < TAXED_MAX && (
          <Button kind="secondary" wide icon={<Plus />} onClick={() => setAt('')}>
            {t('taxes.add')}
          </Button>
        )}
        <TaxSheet
          key={at ?? 'closed'}
          country={at ?? ''}
          tax={at ? taxes[at] : undefined}
          open={at !== undefined}
          onClose={() => setAt(undefined)}
        />
      </div>
    </Section>
  )
}

interface TaxSheetProps {
  /** Empty while none is chosen. */
  country: string
  /** The taxes of the country; undefined while it has none of its own. */
  tax: Tax | undefined
  open: boolean
  onClose(): void
}

/** States the taxes of a country, or that it has none of its own. */
function TaxSheet({ country, tax, open, onClose }: TaxSheetProps) {
  const { t } = useTranslation()
  const mutate = useStoreMutate()
  const countryName = useCountryName()
  const choices = useCountryChoices()
  const form = useId()
  const [code, setCode] = useState(country)
  const [rate, setRate] = useState(tax ? writtenRate(tax.rate) : '')
  const [included, setIncluded] = useState(tax?.included ?? false)
  const [wrong, setWrong] = useState<{ country?: boolean; rate?: boolean }>({})
  const done = { text: t('centre.saved'), kind: 'good' } as const
  const save = async (e: FormEvent) => {
    e.preventDefault()
    const points = rate.trim() === '' ? 0 : typedPercentage(rate)
    setWrong({ country: code === '', rate: points === undefined })
    if (code === '' || points === undefined) return
    if (await mutate('store.taxes', { taxes: { [code]: { rate: points, included } } }, done)) onClose()
  }
  const remove = async () => {
    if (await mutate('store.taxes', { taxes: { [country]: null } }, done)) onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={tax ? countryName(country) : t('taxes.add')}
      footer={
        <div className={styles.foot}>
          {tax && (
            <Button kind="danger" onClick={() => void remove()}>
              {t('taxes.remove')}
            </Button>
          )}
          <Button type="submit" form={form}>
            {t('centre.save')}
          </Button>
        </div>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={(e) => void save(e)}>
        {!tax && (
          <AreaField
            label={t('centre.country')}
            value={code}
            {...(code !== '' && { name: countryName(code) })}
            choices={choices ?? []}
            error={wrong.country ? t('centre.countryWrong') : undefined}
            hint={choices?.length === 0 ? t('centre.countriesLater') : undefined}
            onValue={setCode}
          />
        )}
        <Field
          label={t('taxes.rate')}
          hint={t(included ? 'taxes.includedHint' : 'centre.taxesHint')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={rate}
          error={wrong.rate ? t('centre.taxesWrong') : undefined}
          onChange={(e) => setRate(e.target.value)}
        />
        <Checkbox checked={included} label={t('taxes.include')} onChange={setIncluded} />
      </form>
    </Sheet>
  )
}
