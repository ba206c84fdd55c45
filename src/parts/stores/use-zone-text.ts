import { useTranslation } from 'react-i18next'
import { knownOr } from '#contract/wire/open.ts'
import { ELSEWHERE, zoneWays, type Zone } from '#contract/shipping/charges.ts'
import { intl } from '../../ui/intl.ts'
import { useCountryName } from '../addresses/use-country-name.ts'
import { useDaysText } from '../format/use-days-text.ts'
import { useFormat } from '../format/use-format.ts'

/** The number of a zone's countries that are named; the others are only counted. */
const NAMED = 6

interface ZoneText {
  /** "Egypt, Jordan and Sudan". */
  countriesOf(codes: readonly string[]): string
  /** "5.00 USD per started kg, free from 500.00 USD, 3–7 days"; amounts are written by `money`. */
  termsOf(zone: Zone): string
}

/** The charges of a store in a zone, in words. `money` writes minor units of its currency. */
export function useZoneText(money: (amount: number) => string): ZoneText {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const inDays = useDaysText()
  const countryName = useCountryName()
  const price = (amount: number): string => (amount === 0 ? t('shipping.free') : money(amount))
  const wayOf = ({ by, price: each, grams = 1, steps = [] }: Zone): string[] => {
    const way = knownOr(zoneWays, by, undefined)
    if (way === undefined) return [t('shipping.newer')]
    if (way === 'value')
      return steps.map((step, n) =>
        n === 0 ? price(step.price) : t('shipping.step', { price: price(step.price), from: money(step.from) }),
      )
    if (each === 0) return [t('shipping.free')]
    if (way !== 'weight') return [t(`shipping.by.${way}`, { price: money(each) })]
    return [
      grams === 1000
        ? t('shipping.by.kilogram', { price: money(each) })
        : t('shipping.by.grams', { price: money(each), n: number(grams) }),
    ]
  }
  return {
    countriesOf(codes) {
      const names = codes.filter((code) => code !== ELSEWHERE).map(countryName)
      const all = names.toSorted((a, b) => a.localeCompare(b, locale))
      const more = all.length - NAMED
      const named = more > 1 ? [...all.slice(0, NAMED), t('shipping.more', { n: number(more) })] : all
      const rest = codes.includes(ELSEWHERE) ? [t('shipping.elsewhere')] : []
      return named.length + rest.length === 0 ? t('shipping.nowhere') : intl('list', locale).format([...named, ...rest])
    },
    termsOf: (zone) =>
      [
        ...wayOf(zone),
        ...(zone.freeFrom === null ? [] : [t('shipping.freeFrom', { money: money(zone.freeFrom) })]),
        ...(zone.days ? [inDays(zone.days)] : []),
      ].join(t('shipping.comma')),
  }
}
