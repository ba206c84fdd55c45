import type { LoanTerms } from '#contract/loans/rules.ts'
import { countryCodes } from '../market/area-tree.ts'
import { readStanding, standingFiles } from '../articles/standing.ts'
import { writeArticle } from '../articles/write.ts'
import { drawnPicture } from '../pictures/recipe.ts'
import { writeSiteSetting } from '../market/settings.ts'
import { insertRows } from '../db/insert-rows.ts'
import type { Tx } from '../db/tables/tables.ts'

/** The countries that the demo market delivers to; all others are closed. */
const OPEN = [
  ...'AD AE AL AM AO AR AT AU AZ BA BD BE BG BH BJ BO BR BW CA CH CI CL CM CN CO CR CY CZ DE DK DO DZ EC EE'.split(' '),
  ...'EG ES ET FI FR GB GE GH GR GT HK HN HR HU ID IE IL IN IS IT JM JO JP KE KH KR KW KZ LB LK LT LU LV MA'.split(' '),
  ...'MT MX MY NG NL NO NZ OM PA PE PH PK PL PT PY QA RO RS RW SA SE SG SI SK SN TH TN TR TW TZ UA US UY VN'.split(' '),
  'ZA',
]

/** The terms on which the demo market claims to lend. */
const LENT: LoanTerms = { currency: 'USD', least: 50_000, most: 5_000_000, months: [3, 6, 12], rate: 850 }

const partner = (name: string, icon: string, ground: number) => ({
  name,
  url: null,
  logo: drawnPicture({ icon, arrangement: 'badge', style: 'glow', ground }).src,
})

/** Writes what the demo market says of itself: its articles in every language, its settings, and where it delivers. */
export async function seedSite(tx: Tx): Promise<void> {
  for (const file of standingFiles()) await writeArticle(tx, file, readStanding(file, true))
  await writeSiteSetting(tx, 'loan_terms', JSON.stringify(LENT))
  // Invented, as their names say.
  const partners = [partner('Demo Freight Line', 'sailboat', 3), partner('Demo Packers’ Guild', 'package', 5)]
  await writeSiteSetting(tx, 'partners', JSON.stringify(partners))
  const sources = [partner('Demo Exchange', 'balance-scale', 2), partner('Demo Wallet', 'purse', 4)]
  await writeSiteSetting(tx, 'payment_sources', JSON.stringify(sources))
  const closed = countryCodes().filter((code) => !OPEN.includes(code))
  await insertRows(
    tx,
    'area_rules',
    { code: 'text', open: 'boolean' },
    closed.map((code) => ({ code, open: false })),
  )
}
