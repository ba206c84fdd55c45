import type { NumberTable } from '#contract/text/numbers.ts'

// How this Node's Intl writes numbers in a language, as the table that the market writes them by. What a table cannot
// say is an error: such a language needs more than these rules.

const currencies = Intl.supportedValuesOf('currency')
/** No currency: its code stands for those without a sign. */
const CODE = 'XYZ'

/** The formatters whose texts the market writes. */
export const intlOf = (locale: string) => ({
  number: new Intl.NumberFormat(locale),
  compact: new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
  percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
  money: (currency: string, places: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: places,
      maximumFractionDigits: places,
    }),
})

const NUMBER = /\p{Nd}[\p{Nd}.,٫٬]*/u

/** The table of a language. @throws where the language writes numbers in a way that a table cannot say */
export function tableOf(locale: string): NumberTable {
  const { number, compact, percent, money } = intlOf(locale)
  const part = (format: Intl.NumberFormat, n: number, type: string): string =>
    format.formatToParts(n).find((p) => p.type === type)?.value ?? ''
  const pattern = (text: string): string => text.replace(NUMBER, '#')
  const long = number.formatToParts(1234567890).filter((p) => p.type === 'integer')
  const digits = Array.from({ length: 10 }, (_, n) => number.format(n)).join('')

  const amount = (currency: string, n = 1): string => pattern(money(currency, 0).format(n))
  const template = amount(CODE)
  /** The text in an amount at the place where `code` stands in the template; undefined where the rest differs. */
  const signIn = (text: string, code: string): string | undefined => {
    const [before, after] = template.split(code)
    if (before === undefined || after === undefined || !text.startsWith(before) || !text.endsWith(after))
      return undefined
    return text.slice(before.length, text.length - after.length)
  }
  // A code may stand farther from the number than a sign does.
  const bare = [CODE, `${CODE}\u00a0`, `\u00a0${CODE}`].find((code) => currencies.every((c) => signIn(amount(c), code)))
  if (bare === undefined) throw new Error(`${locale}: currencies stand in different places`)
  const signs: Record<string, string> = {}
  for (const currency of currencies) {
    const sign = signIn(amount(currency), bare)!
    if (sign !== bare.replace(CODE, currency)) signs[currency] = sign
  }
  const ranges = new Set(
    currencies.map((currency) => {
      const sign = signs[currency] ?? bare.replace(CODE, currency)
      return money(currency, 0)
        .formatRange(1, 2)
        .replace(sign, '¤')
        .replace(number.format(1), '#')
        .replace(number.format(2), '#')
    }),
  )
  const [range = ''] = ranges

  return {
    decimal: part(number, 1.5, 'decimal'),
    group: part(number, 1234567, 'group'),
    least: part(number, 1234, 'group') === '' ? 2 : 1,
    size: long.at(-2)!.value.length,
    digits,
    negative: pattern(number.format(-1)),
    percent: [pattern(percent.format(0.01)), pattern(percent.format(-0.01))],
    compact: compactOf(locale, compact),
    money: [template.replace(bare, '¤'), amount(CODE, -1).replace(bare, '¤')],
    ...(ranges.size === 1 && { range }),
    code: bare.replace(CODE, '¤'),
    signs,
  }
}

/** The short forms from ten thousand on. */
function compactOf(locale: string, compact: Intl.NumberFormat): [number, string][] {
  const forms: [number, string][] = []
  for (let power = 3; power <= 14; power++) {
    const of = (n: number) => compact.formatToParts(n)
    const parts = of(10 ** power)
    const text = parts.map((p) => (p.type === 'integer' ? '#' : p.value)).join('')
    // A new form begins where one of it is written as 1.
    if (
      parts
        .filter((p) => p.type === 'integer')
        .map((p) => p.value.length)
        .join() !== '1' ||
      forms.at(-1)?.[1] === text
    )
      continue
    const isGrammar = (n: number): boolean =>
      compact.format(n * 10 ** power).replace(NUMBER, '#') !== text && n * 10 ** power >= 10_000
    const other = [1, 1.5, 2, 3, 5, 10, 11, 20, 99].find(isGrammar)
    if (other !== undefined) throw new Error(`${locale}: ${compact.format(other * 10 ** power)} has a form of its own`)
    forms.push([power, text])
  }
  return forms
}
