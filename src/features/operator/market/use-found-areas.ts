import { useMemo } from 'react'
import { textIn } from '#contract/text/locales.ts'
import { findAreas, namedArea, namedCountries, type NamedArea } from '#contract/addresses/country-names.ts'
import type { DeskArea } from '#contract/market/schema-operator-areas.ts'
import { useCountryName } from '../../../parts/addresses/use-country-name.ts'
import { useFormat } from '../../../parts/format/use-format.ts'

/** An area with its name in the reader's language. */
export interface ShownArea extends DeskArea {
  label: string
}

/** The names of all countries in all languages: they take a while to be gathered, and stay the same. */
let gathered: readonly NamedArea[] | undefined
const namesOfCountries = (countries: readonly DeskArea[]): readonly NamedArea[] =>
  (gathered ??= namedCountries(
    countries.map(({ code }) => code),
    (code) => Object.values(countries.find((one) => one.code === code)?.name ?? {}),
  ))

/**
 * All areas in the order of their names, and those that a text means, the best first: a country by its name in any
 * language, a province by the names that the market knows.
 */
export function useFoundAreas(
  areas: readonly DeskArea[],
  text: string,
): { all: readonly ShownArea[]; found: readonly ShownArea[] } {
  const { locale } = useFormat()
  const countryName = useCountryName()
  const all = useMemo(
    () =>
      areas
        .map((area) => ({
          ...area,
          label: area.code.length === 2 ? countryName(area.code) : textIn(area.name, locale),
        }))
        .toSorted((a, b) => a.label.localeCompare(b.label, locale)),
    [areas, countryName, locale],
  )
  const found = useMemo(() => {
    if (text.trim() === '') return all
    const isCountries = areas[0]?.code.length === 2
    const named = isCountries
      ? namesOfCountries(areas)
      : areas.map(({ code, name }) => namedArea(code, Object.values(name)))
    return findAreas(named, text).flatMap((code) => all.find((area) => area.code === code) ?? [])
  }, [all, areas, text])
  return { all, found }
}
