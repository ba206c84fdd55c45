// Numbers in words of a language without Intl, whose tables differ from one browser to the next: a server and a page
// write the same (docs/decisions/search.md).

/**
 * How a language writes numbers: locales/numbers/<code>.json, made by `npm run numbers`. In its patterns `#` is the
 * number and `¤` the currency.
 */
export interface NumberTable {
  decimal: string
  group: string
  /** Least digits before the first separator of a group. */
  least: number
  /** Digits in a group beyond the first one. */
  size: number
  /** Its ten digits. */
  digits: string
  /** A number below zero. */
  negative: string
  percent: string[]
  /** Powers of ten with a short form, ascending. */
  compact: [power: number, pattern: string][]
  /** An amount, and one below zero. */
  money: string[]
  /** A range of two amounts, in languages that write the currency once. */
  range?: string
  /** Stands for a currency without a sign. */
  code: string
  signs: Record<string, string>
}

/** Writes numbers and amounts in one language. */
export interface Numbers {
  /** With at most three decimals. */
  number(n: number): string
  /** A decimal as `decimalOf` writes one, every digit of it. */
  decimal(text: string): string
  /** Large counts in few characters, such as 12K. */
  compact(n: number): string
  /** A share between 0 and 1, with at most two decimals. */
  percent(share: number): string
  /** A decimal as `decimalOf` writes one, every digit of it. */
  money(decimal: string, currency: string): string
  /** Two of them, the lower one first; undefined where the language writes the currency twice. */
  moneyRange(low: string, high: string, currency: string): string | undefined
}

/** Half away from zero, as it is written in decimals; none is below zero. In tens to the `power`. */
const rounded = (n: number, places: number, power = 0): number =>
  // In texts, because a power of ten that is multiplied by brings an error of its own. One too small to tell is 0.
  Number(`${Math.round(Number(`${n}e${places - power}`)) || 0}e-${places}`)

export function numbersOf(table: NumberTable): Numbers {
  const { decimal, group, least, size, digits, negative, percent, compact, money, range, code, signs } = table
  const groups = new RegExp(`\\B(?=(\\d{${size}})*\\d{3}$)`, 'g')
  const written = (text: string, from = least): string =>
    text
      .replace('.', decimal)
      .replace(/^\d+/, (whole) => (whole.length < 3 + from ? whole : whole.replace(groups, group)))
      .replace(/\d/g, (digit) => digits[Number(digit)]!)
  const filled = (pattern: string, texts: string[], currency = ''): string =>
    pattern.replace(/[#¤]/g, (of) => (of === '#' ? texts.shift()! : (signs[currency] ?? code.replace('¤', currency))))
  const signed = (text: string, below: boolean): string => (below ? filled(negative, [written(text)]) : written(text))
  const number = (n: number): string => signed(`${rounded(Math.abs(n), 3)}`, n < 0)
  return {
    number,
    decimal: (text) => signed(text.replace('-', ''), text.startsWith('-')),
    compact(n) {
      if (n < Math.max(10_000, 10 ** compact[0]![0])) return number(n)
      // The largest form that it reaches once it is rounded.
      const [power, pattern] = compact.findLast(([reached], at) => {
        const before = compact[at - 1]?.[0]
        return before === undefined || rounded(n, 1, before) >= 10 ** (reached - before)
      })!
      return filled(pattern, [written(`${rounded(n, 1, power)}`, Math.max(2, least))])
    },
    percent: (share) => filled(percent[share < 0 ? 1 : 0]!, [written(`${rounded(Math.abs(share), 2, -2)}`)]),
    money: (text, currency) => filled(money[text.startsWith('-') ? 1 : 0]!, [written(text.replace('-', ''))], currency),
    moneyRange: (low, high, currency) => range && filled(range, [written(low), written(high)], currency),
  }
}
