import { locales } from '#contract/text/locales.ts'
import { useListed } from '../use-listed.ts'

/** Languages by their codes, each by its own name, as one list in words. */
export function useLanguageNames(): (...codes: string[]) => string {
  const listed = useListed()
  return (...codes) => listed(codes.map((code) => locales.find((one) => one.code === code)?.name ?? code))
}
