// Apart from schema-money.ts, so that a page can reckon in money without carrying the schemas' library.

/**
 * Decimal places of the currencies whose minor unit is not a hundredth (ISO 4217). IDR counts whole rupiah, where ISO
 * has two places that nobody uses (docs/decisions/prices.md). SQL has the same list: `minor_places`.
 */
const places = new Map<string, number>([
  ...placed(0, 'BIF CLP DJF GNF IDR ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...placed(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...placed(4, 'CLF UYW'),
])

function placed(digits: number, codes: string): [string, number][] {
  return codes.split(' ').map((code) => [code, digits])
}

/** How many decimal places a currency's minor unit has. */
export const minorPlaces = (currency: string): number => places.get(currency) ?? 2

/**
 * Parses a decimal string such as "1234.5" exactly into minor units; undefined when it is no such number or has too
 * many places.
 */
export function parseMinor(text: string, currency: string): number | undefined {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim())
  if (!match) return undefined
  const p = minorPlaces(currency)
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > p) return undefined
  return Number(match[1]! + fraction.padEnd(p, '0'))
}

/** Minor units as a plain decimal, every digit of them: "-5000.00". */
export function decimalOf(amount: number, currency: string): string {
  const p = minorPlaces(currency)
  const digits = String(Math.abs(amount)).padStart(p + 1, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, digits.length - p)}${p ? `.${digits.slice(-p)}` : ''}`
}

/** Minor units as a plain decimal with their currency: "5000.00 USD". */
export const amountText = (amount: number, currency: string): string => `${decimalOf(amount, currency)} ${currency}`
