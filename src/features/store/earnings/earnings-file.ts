import { decimalOf } from '#contract/currencies/money.ts'
import { writeTable } from '#contract/text/table-text.ts'
import type { EarningEntry } from '#localdb/queries/earnings.ts'

/**
 * Entries as a table for somebody's books, the oldest first: when (UTC), which order, whether it was paid out or given
 * back, what was due, the market's fee, and what is left, as decimals of the currency that was paid.
 */
export const earningsFile = (entries: readonly EarningEntry[]): string =>
  writeTable([
    ['date', 'order', 'entry', 'currency', 'gross', 'fee', 'net'],
    ...entries
      .toSorted((a, b) => a.at - b.at)
      .map(({ at, number, amount, fee, currency }) => [
        new Date(at).toISOString(),
        number,
        amount < 0 ? 'refund' : 'sale',
        currency,
        decimalOf(amount, currency),
        decimalOf(fee, currency),
        decimalOf(amount - fee, currency),
      ]),
  ])
