import { useMemo } from 'react'
import { locales } from '#contract/text/locales.ts'
import { useAreas } from '../../../parts/addresses/use-areas.ts'
import { useCountryName } from '../../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import type { Choice } from '../../../ui/controls/combobox.tsx'
import { intl } from '../../../ui/intl.ts'

/**
 * The countries of the market by their names in the member's language, found by those in the market's other languages
 * too; undefined until the device has answered.
 */
export function useCountryChoices(): Choice[] | undefined {
  const { locale } = useFormat()
  const countryName = useCountryName()
  const countries = useAreas('')
  return useMemo(() => {
    const others = locales.filter(({ code }) => code !== locale)
    const nameIn = (language: string, code: string): string =>
      intl('names', language, { type: 'region', fallback: 'code' }).of(code) ?? code
    return countries
      ?.map(({ code }) => ({
        value: code,
        label: countryName(code),
        also: [code, ...others.map((other) => nameIn(other.code, code))].join('\n'),
      }))
      .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  }, [countries, countryName, locale])
}
