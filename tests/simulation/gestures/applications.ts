import type { Payload } from '#contract/registry.ts'
import { applying } from '../../support/market/applying.ts'
import { pictureIds } from './pictures.ts'
import type { Sight } from './sight.ts'

const one = <T>(s: Sight, list: readonly T[]): T | undefined => (list.length > 0 ? s.random.pick(list) : undefined)

/** Somebody applies to sell, with pictures or without, or sends what was asked for. */
function applyToSell(s: Sight): Payload<'merchant.apply'> {
  const there = s.shown('merchantApplications').filter((a) => a.state === 'changes' || s.random.chance(0.1))
  const before = one(s, there)
  const [logo = null, front = null, back = null, holding = null] = s.random.some(pictureIds, 4)
  return applying(
    { logo, front, back, holding },
    {
      id: before?.id ?? s.uuid(),
      storeName: s.random.pick(['Lin Ceramics', 'Amal Textiles', `Store ${s.random.whole(1, 1000)}`]),
      documentNumber: before && s.random.chance(0.5) ? null : 'X1234567',
      code: s.random.pick(['', '', 'NOBODY00']),
      strokes: s.random.chance(0.9) ? '20,20 400,200' : '',
    },
  )
}

/** Draws applications to sell, applications for loans, and claims of payments. */
export const applications = {
  'merchant.apply': applyToSell,
  'recharge.claim': (s: Sight) => ({
    network: 'tron' as const,
    asset: 'tUSDT' as const,
    // Only three, so that one is claimed more than once.
    txid: s.random.pick(['a', 'b', 'c']).repeat(64),
    amount: s.random.pick(['1', '5000000', '25000000']),
    pictures: s.random.chance(0.3) ? s.random.some(pictureIds, 1) : [],
  }),
  'loan.apply': (s: Sight) => ({
    id: s.uuid(),
    amount: s.random.whole(4, 40) * 10_000,
    currency: 'USD',
    months: s.random.pick([3, 6, 12]),
    rate: 850,
    purpose: s.random.pick(['Shelves', 'A second van']),
    mobile: '+9613123456',
    name: 'Amal Haddad',
  }),
  'loan.withdraw': (s: Sight) => {
    const loan = one(s, s.shown('loans'))
    return loan && { id: loan.id }
  },
  'loan.answer': (s: Sight) => {
    const loan = one(
      s,
      s.shown('loans').filter((l) => l.answer),
    )
    return loan && { id: loan.id, offerAt: loan.answer!.at, accept: s.random.chance(0.5) }
  },
}
