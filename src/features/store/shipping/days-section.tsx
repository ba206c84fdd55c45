import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import { DAYS_AREAS_MAX, DAYS_MAX } from '#contract/shipping/terms.ts'
import { readStoreNotice } from '#localdb/queries/stores/centre.ts'
import { useStoreLive, useStoreMutate } from '../../../data/stores/use-store.ts'
import { decimalTyped } from '../../../parts/forms/typed-number.ts'
import { AreaField } from '../../../parts/addresses/area-field.tsx'
import { AreaTitle } from '../../../parts/addresses/area-title.tsx'
import { useAreas } from '../../../parts/addresses/use-areas.ts'
import { useCountryName } from '../../../parts/addresses/use-country-name.ts'
import { useDaysText } from '../../../parts/format/use-days-text.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card, Section } from '../../../ui/blocks/card.tsx'
import type { Choice } from '../../../ui/controls/combobox.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { List, ListRow } from '../../../ui/blocks/list.tsx'
import { Skeleton } from '../../../ui/blocks/skeleton.tsx'
import styles from '../centre.module.css'

/** How long parcels are under way, by area: only where the store says so are buyers told a day. */
export function DaysSection() {
  const { t } = useTranslation()
  const inDays = useDaysText()
  const mutate = useStoreMutate()
  const days = useStoreLive(readStoreNotice)?.terms?.days
  const areas = Object.entries(days ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const remove = (code: string) =>
    void mutate('store.terms', { days: { [code]: null } }, { text: t('centre.saved'), kind: 'good' })
  return (
    <Section title={t('centre.days')}>
      <div className={styles.stack}>
        {!days && <Skeleton height="12rem" />}
        {areas.length > 0 && (
          <List label={t('centre.days')}>
            {areas.map(([code, of]) => (
              <ListRow
                key={code}
                title={<AreaTitle code={code} />}
                text={inDays(of)}
                end={
                  <Button kind="quiet" small onClick={() => remove(code)}>
                    {t('centre.daysRemove')}
                  </Button>
                }
              />
            ))}
          </List>
        )}
        {days && areas.length < DAYS_AREAS_MAX && <AddDays />}
      </div>
    </Section>
  )
}

const typedDays = (text: string): number | undefined => {
  const plain = decimalTyped(text.trim())
  return /^\d{1,3}$/.test(plain) && Number(plain) <= DAYS_MAX ? Number(plain) : undefined
}

/** One more area; one that is there already is stated anew. */
function AddDays() {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const mutate = useStoreMutate()
  const countryName = useCountryName()
  const countries = useAreas('')
  const [country, setCountry] = useState('')
  const provinces = useAreas(country, country !== '')
  const [province, setProvince] = useState('')
  const [least, setLeast] = useState('')
  const [most, setMost] = useState('')
  const [wrong, setWrong] = useState<{ area?: boolean; days?: boolean }>({})
  const inOrder = (choices: Choice[]): Choice[] => choices.toSorted((a, b) => a.label.localeCompare(b.label, locale))
  const coded = (provinces ?? []).filter(({ code }) => code.startsWith(`${country}-`) && /^[A-Z0-9-]+$/.test(code))
  const add = async (e: FormEvent) => {
    e.preventDefault()
    const [from, to] = [typedDays(least), typedDays(most === '' ? least : most)]
    const bad = from === undefined || to === undefined || from > to
    setWrong({ area: country === '', days: bad })
    if (country === '' || bad) return
    const stated = { [province || country]: { least: from, most: to } }
    if (!(await mutate('store.terms', { days: stated }, { text: t('centre.saved'), kind: 'good' }))) return
    setCountry('')
    setProvince('')
    setLeast('')
    setMost('')
  }
  return (
    <Card>
      <form className={styles.form} onSubmit={(e) => void add(e)}>
        <AreaField
          label={t('centre.country')}
          value={country}
          {...(country !== '' && { name: countryName(country) })}
          choices={inOrder((countries ?? []).map(({ code }) => ({ value: code, label: countryName(code) })))}
          error={wrong.area ? t('centre.countryWrong') : undefined}
          hint={countries?.length === 0 ? t('centre.countriesLater') : undefined}
          onValue={(code) => {
            if (code !== country) setProvince('')
            setCountry(code)
          }}
        />
        <AreaField
          key={country}
          label={t('centre.province')}
          value={province}
          choices={inOrder(coded.map(({ code, name }) => ({ value: code, label: textIn(name, locale) })))}
          hint={t('centre.provinceHint')}
          onValue={setProvince}
        />
        <div className={styles.pair}>
          <Field
            label={t('centre.daysLeast')}
            inputMode="numeric"
            dir="ltr"
            value={least}
            error={wrong.days ? t('centre.daysWrong', { max: number(DAYS_MAX) }) : undefined}
            onChange={(e) => setLeast(e.target.value)}
          />
          <Field
            label={t('centre.daysMost')}
            inputMode="numeric"
            dir="ltr"
            value={most}
            onChange={(e) => setMost(e.target.value)}
          />
        </div>
        <Button type="submit" kind="secondary" wide>
          {t('centre.daysAdd')}
        </Button>
      </form>
    </Card>
  )
}
