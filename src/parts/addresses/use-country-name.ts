import { useMemo } from 'react'
import { intl } from '../../ui/intl.ts'
import { useTakenOver } from '../../ui/taken-over.ts'
import { useFormat } from '../format/use-format.ts'

function countryNames(locale: string): (code: string) => string {
  const names = intl('names', locale, { type: 'region', fallback: 'code' })
  return (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)
}
const itself = (code: string): string => code

/**
 * Names of countries in the person's language, by code; in a document the codes themselves, because the names are the
 * browser's.
 */
export function useCountryName(): (code: string) => string {
  const { locale } = useFormat()
  const takenOver = useTakenOver()
  return useMemo(() => (takenOver ? countryNames(locale) : itself), [locale, takenOver])
}
