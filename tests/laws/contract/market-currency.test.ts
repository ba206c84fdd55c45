import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

// The market's currency is chosen, so nothing may take the first one for it. Each file that names the dollar stands
// here, with its reason.

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const allowed: Record<string, string> = {
  'contract/currencies/exchange.ts': 'where it is defined',
  'contract/catalogue/filter.ts': 'rows of servers that knew the dollar alone',
  'server/seed/belongings.ts': 'the demo is in dollars',
  'server/seed/orders.ts': 'the demo is in dollars',
  'server/seed/goods.ts': 'the demo is in dollars',
  'server/seed/site.ts': 'the demo is in dollars',
  'server/account/profile.ts': 'what apps show that knew the dollar alone',
  'server/catalogue/rates.ts': 'what apps read that knew the dollar alone',
  'server/operator/desks/figures.ts': 'an asset that the ledger had',
  'server/orders/paying/pay-quote.ts': 'what apps pay that knew the dollar alone',
  'server/ledger/check.ts': 'an asset that the ledger had',
  'server/market/rate-source.ts': 'the currency of a source',
  'server/operator/act-words.ts': 'acts without an amount',
  'src/data/device/currency.ts': 'a page that knows no market yet',
  'src/data/document/snapshot.ts': 'a page that knows no market yet',
  'src/parts/money/use-money.tsx': 'a page that knows no market yet',
  'sw/documents.ts': 'pages that knew the dollar alone',
}

it('nothing takes the dollar for the market’s currency', () => {
  const files = globSync('{contract,localdb,server,src,sw,worker}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  expect(files.length).toBeGreaterThan(1_000)
  const naming = files.filter((file) => /FIRST_CURRENCY|['"]USD['"]/.test(readFileSync(`${ROOT}/${file}`, 'utf8')))
  expect(naming.map((file) => file.replaceAll('\\', '/')).toSorted()).toEqual(Object.keys(allowed).toSorted())
})
