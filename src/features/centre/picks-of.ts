import { noteKey } from '#contract/rules/line-notes.ts'
import type { Part } from '#contract/rules/order-parts.ts'
import type { Sale } from '#contract/schema/store-rows.ts'

/** So many pieces of one product or choice, and of which orders. */
export interface Pick {
  line: Sale['lines'][number]
  num: number
  of: { number: string; num: number }[]
  note?: string | undefined
}

type Taken = { number: Sale['number']; lines: Sale['lines'] }

/** What some parts of orders come to, each product and choice once, in the order of the codes on the shelves. */
export function picksOf(all: readonly { sale: Taken; parts: readonly Part[] }[]): Pick[] {
  const picks = new Map<string, Pick>()
  for (const { sale, parts } of all)
    for (const part of parts) {
      const key = noteKey(part)
      const line = sale.lines.find((one) => noteKey(one) === key)
      if (!line) continue
      const pick = picks.get(key) ?? { line, num: 0, of: [] }
      picks.set(key, {
        ...pick,
        num: pick.num + part.num,
        of: [...pick.of, { number: sale.number, num: part.num }],
      })
    }
  return [...picks.values()].sort((a, b) => a.line.id - b.line.id || a.line.variantId - b.line.variantId)
}
