import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { locales } from '#contract/text/locales.ts'
import { decimalOf, minorPlaces } from '#contract/currencies/money.ts'
import { numbersOf, type NumberTable } from '#contract/text/numbers.ts'
import { seededRandom } from '#server/seed/random.ts'
import { intlOf, tableOf } from '../../../scripts/numbers/table.ts'

// Numbers are written by the tables in locales/numbers/, which `npm run numbers` makes from this Node's Intl: the same
// in every document and every browser, and as Intl writes them here.

const read = (code: string): NumberTable =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL(`../../../locales/numbers/${code}.json`, import.meta.url)), 'utf8'),
  ) as NumberTable
/** The currencies that Intl knows, and unknown codes. */
const currencies = [...Intl.supportedValuesOf('currency'), 'XYZ', 'QQQ']
const RUNS = 3000
const { MAX_SAFE_INTEGER } = Number
const random = seededRandom(29)
/** As what a decimal text is formatted whole, where a number would be rounded. */
type Decimal = Intl.StringNumericLiteral
// Intl writes a minus before a zero that came from below; there is no such number here.
const plus = (n: number): number => (Object.is(n, -0) ? 0 : n)

describe.each(locales.map((l) => l.code))('numbers in %s', (code) => {
  const ours = numbersOf(read(code))
  const intl = intlOf(code)

  it('are written by the table that this Node makes (npm run numbers)', () => {
    expect(read(code)).toEqual(tableOf(code))
  })

  it('read as Intl writes them: integers and decimals', () => {
    for (const n of [0, 1, 999, 1000, 9999, 10_000, 1.5, 4.25, 0.0005, 1.0005, -7, -1234.5678, 1e15])
      expect(ours.number(n)).toBe(intl.number.format(n))
    for (let run = 0; run < RUNS; run++) {
      const whole = random.whole(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER)
      // Of few digits too, because there are ties to round.
      for (const n of [whole, whole / 10 ** random.whole(9, 15), random.whole(0, 1e9) / 10_000])
        expect(ours.number(n)).toBe(intl.number.format(n))
    }
  })

  it('read as Intl writes them: large counts in few characters', () => {
    for (const n of [0, 9999]) expect(ours.compact(n)).toBe(intl.number.format(n))
    for (const n of [10_000, 12_345, 12_350, 99_949, 99_950, 949_999, 950_000, 999_949, 999_950, 99_999_999])
      expect(ours.compact(n)).toBe(intl.compact.format(n))
    for (let run = 0; run < RUNS; run++) {
      const n = random.whole(10_000, 10 ** random.whole(5, 15))
      expect(ours.compact(n)).toBe(intl.compact.format(n))
    }
  })

  it('read as Intl writes them: shares', () => {
    for (let basisPoints = -500; basisPoints <= 12_000; basisPoints++)
      expect(ours.percent(plus(basisPoints / 10_000))).toBe(intl.percent.format(plus(basisPoints / 10_000)))
    for (let run = 0; run < RUNS; run++) {
      const share = plus(random.whole(-2e9, 2e9) / 1e9)
      expect(ours.percent(share)).toBe(intl.percent.format(share))
    }
  })

  it('read as Intl writes them: amounts and ranges of every currency', () => {
    expect(currencies.length).toBeGreaterThan(150)
    const amounts = [0, 5, 99, 100, 12_345, 1_234_567, 123_456_789_012, MAX_SAFE_INTEGER].flatMap((n) => [n, -n])
    for (const currency of currencies) {
      const money = intl.money(currency, minorPlaces(currency))
      const drawn = Array.from({ length: 30 }, () => random.whole(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER))
      for (const amount of [...amounts, ...drawn]) {
        const text = decimalOf(plus(amount), currency)
        expect(ours.money(text, currency)).toBe(money.format(text as Decimal))
      }
      const [low, high] = [decimalOf(123_450, currency), decimalOf(200_000, currency)]
      const range = ours.moneyRange(low, high, currency)
      if (range !== undefined) expect(range).toBe(money.formatRange(low as Decimal, high as Decimal))
    }
  })
})

it('a range is one piece where the language writes the currency once', () => {
  const [english, arabic] = [numbersOf(read('en')), numbersOf(read('ar'))]
  expect(english.moneyRange('1.00', '2.00', 'USD')).toBeUndefined()
  expect(arabic.moneyRange('1.00', '2.00', 'USD')).toBe(intlOf('ar').money('USD', 2).formatRange(1, 2))
})

it.each(['de', 'hi', 'fa', 'ur', 'pl', 'ru', 'tr', 'pt-PT', 'ja'])(
  'a language that may come, %s, is written as Intl writes it',
  (code) => {
    const [ours, intl] = [numbersOf(tableOf(code)), intlOf(code)]
    for (const n of [0, 7, 1234, 12_345, 123_456, 1_234_567, 1_234_567_890, -1234.5]) {
      expect(ours.number(n)).toBe(intl.number.format(n))
      if (n >= 10_000) expect(ours.compact(n)).toBe(intl.compact.format(n))
      expect(ours.percent(n / 100)).toBe(intl.percent.format(n / 100))
      for (const currency of ['USD', 'EUR', 'JPY', 'XOF', 'XYZ'])
        expect(ours.money(n.toFixed(2), currency)).toBe(intl.money(currency, 2).format(n))
    }
  },
)

it('a language that a table cannot say is told when its table is made', () => {
  expect(() => tableOf('bn')).toThrow('has a form of its own')
})
