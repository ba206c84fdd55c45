import { intl } from '../../ui/intl.ts'
import { useFormat } from './use-format.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats a number of bytes in the current language. */
export function useSize(): (bytes: number) => string {
  const { locale } = useFormat()
  return (bytes) => {
    const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3))
    return intl('number', locale, {
      style: 'unit',
      unit: units[step],
      unitDisplay: 'short',
      maximumFractionDigits: step > 1 ? 1 : 0,
    }).format(bytes / 1000 ** step)
  }
}
