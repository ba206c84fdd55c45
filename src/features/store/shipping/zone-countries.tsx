import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ELSEWHERE } from '#contract/shipping/charges.ts'
import { useCountryName } from '../../../parts/addresses/use-country-name.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { ChipButton } from '../../../ui/controls/chip.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import styles from './shipping.module.css'
import { useCountryChoices } from './use-country-choices.ts'

interface ZoneCountriesProps {
  /** Codes, and ELSEWHERE. */
  value: readonly string[]
  /** The countries of other zones. */
  taken: ReadonlySet<string>
  error: string | undefined
  onChange(codes: string[]): void
}

/** Chooses the countries of a zone; one that is in another zone moves. */
export function ZoneCountries({ value, taken, error, onChange }: ZoneCountriesProps) {
  const { t } = useTranslation()
  const countryName = useCountryName()
  const choices = useCountryChoices()
  const [text, setText] = useState('')
  const named = value.filter((code) => code !== ELSEWHERE)
  const without = (code: string): string[] => value.filter((one) => one !== code)
  return (
    <div className={styles.countries}>
      {named.length > 0 && (
        <ul className={styles.chosen} aria-label={t('zones.countries')}>
          {named.map((code) => (
            <li key={code}>
              <ChipButton
                label={t('zones.leave', { country: countryName(code) })}
                end={<X aria-hidden="true" />}
                onPress={() => onChange(without(code))}
              >
                {countryName(code)}
              </ChipButton>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        label={t('zones.add')}
        text={text}
        onText={setText}
        choices={(choices ?? [])
          .filter((choice) => !value.includes(choice.value))
          .map((choice) => ({ ...choice, note: taken.has(choice.value) ? t('zones.taken') : undefined }))}
        onChoose={(choice) => {
          setText('')
          onChange([...value, choice.value])
        }}
        hint={choices?.length === 0 ? t('centre.countriesLater') : t('zones.addHint')}
        error={error}
      />
      <Checkbox
        checked={value.includes(ELSEWHERE)}
        label={t('zones.elsewhere')}
        onChange={(on) => onChange(on ? [...value, ELSEWHERE] : without(ELSEWHERE))}
      />
    </div>
  )
}
