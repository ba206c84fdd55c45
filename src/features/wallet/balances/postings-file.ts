import { coinOf, coinText } from '#contract/coins/assets.ts'
import { writeTable } from '#contract/text/table-text.ts'
import type { AccountPosting } from '#localdb/queries/wallet.ts'

/** A posting for somebody's books: each amount exact, as a text, and as a number, which a spreadsheet may round. */
function entryOf({ entry, at, asset, movement, order, amount, balance, cause }: AccountPosting) {
  const [exact, exactBalance] = [amount, balance].map((units) => coinText(BigInt(units), coinOf(asset)))
  return {
    entry,
    date: new Date(at).toISOString(),
    asset,
    movement,
    order: order?.number ?? '',
    amount: exact!,
    amountNumber: Number(exact),
    balance: exactBalance!,
    balanceNumber: Number(exactBalance),
    cause,
  }
}

const oldestFirst = (postings: readonly AccountPosting[]) => postings.toReversed().map(entryOf)

/** Postings as a table of a spreadsheet, the oldest first. */
export function postingsAsTable(postings: readonly AccountPosting[]): string {
  const entries = oldestFirst(postings)
  return writeTable([
    ['entry', 'date', 'asset', 'movement', 'order', 'amount', 'amountNumber', 'balance', 'balanceNumber', 'cause'],
    ...entries.map((entry) => Object.values(entry).map(String)),
  ])
}

/** Postings as JSON, the oldest first. */
export const postingsAsJson = (postings: readonly AccountPosting[]): string =>
  `${JSON.stringify(oldestFirst(postings), null, 1)}\n`
