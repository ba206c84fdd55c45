import type { Payload } from '#contract/registry.ts'
import { noteKey } from '#contract/orders/line-notes.ts'
import type { OrderSums } from '#contract/orders/sums.ts'
import type { Act } from '../../data/use-mutate.ts'

type Submit = Payload<'order.submit'>

/** The quotes whose agreed prices lines have, by the keys of the lines (contract/orders/line-notes.ts). */
export type QuotesOfLines = ReadonlyMap<string, string>

/** The act that places a store's part of a checkout: these lines and sums, as the person saw them. */
export function placingAct(
  of: Omit<Submit, 'lines' | 'goods' | 'shipping' | 'tax' | 'total'>,
  { lines, goods, shipping, tax, total }: OrderSums,
  quotes: QuotesOfLines,
): Act<'order.submit' | 'order.submitAgreed'> {
  const payload = {
    ...of,
    lines: lines.map(({ id, variantId, num, price }) => ({ id, variantId, num, price })),
    goods,
    shipping,
    tax,
    total,
  }
  return quotes.size === 0
    ? { name: 'order.submit', payload }
    : { name: 'order.submitAgreed', payload: { ...payload, lines: withQuotes(payload.lines, quotes) } }
}

/** Lines that name the quotes of their prices. */
export const withQuotes = <L extends { id: number; variantId: number }>(
  lines: readonly L[],
  quotes: QuotesOfLines,
): (L & { quote?: string })[] =>
  lines.map((line) => {
    const quote = quotes.get(noteKey(line))
    return quote === undefined ? line : { ...line, quote }
  })
