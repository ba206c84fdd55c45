import { intl } from '../../ui/intl.ts'

/** An area's name in a language: the country's, with the province's own letters where it is one (`US-CA`). */
export function areaName(code: string, locale: string): string {
  const [country = '', ...province] = code.split('-')
  if (!/^[A-Z]{2}$/.test(country)) return code
  const name = intl('names', locale, { type: 'region', fallback: 'code' }).of(country) ?? country
  return province.length > 0 ? `${name} (${province.join('-')})` : name
}
