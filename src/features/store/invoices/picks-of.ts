import { noteKey } from '#contract/orders/line-notes.ts'
import type { LinePart } from '#contract/orders/parts.ts'
import { ownCode } from '#contract/products/own-code.ts'
import type { Sale } from '#contract/sync/schema-store-rows.ts'

/** A number of pieces of one product or choice, with the orders that they are for. */
export interface Pick {
  key: string
  line: Sale['lines'][number]
  num: number
  of: { number: string; num: number }[]
  note?: string | undefined
}

type Taken = { number: Sale['number']; lines: Sale['lines'] }

/**
 * The picks for some parts of orders, sorted by the codes on the shelves: the store's own, then the market's. Each
 * product and choice appears once. One whose code its store has changed between two orders appears once under each
 * code.
 */
export function picksOf(all: readonly { sale: Taken; parts: readonly LinePart[] }[]): Pick[] {
  const codes = new Intl.Collator('en', { numeric: true })
  const picks = new Map<string, Pick>()
  for (const { sale, parts } of all)
    for (const part of parts) {
      const line = sale.lines.find((one) => noteKey(one) === noteKey(part))
      if (!line) continue
      const key = `${noteKey(line)} ${ownCode(line)}`
      const pick = picks.get(key) ?? { key, line, num: 0, of: [] }
      picks.set(key, {
        ...pick,
        num: pick.num + part.num,
        of: [...pick.of, { number: sale.number, num: part.num }],
      })
    }
  return [...picks.values()].sort(
    ({ line: a }, { line: b }) => codes.compare(ownCode(a), ownCode(b)) || a.id - b.id || a.variantId - b.variantId,
  )
}
