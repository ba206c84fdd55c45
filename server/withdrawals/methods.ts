import type { Stated } from '#contract/registry.ts'
import { depositTerms, type Deposits } from '../deposits/deposits.ts'
import { depositCoins } from '../deposits/pairs.ts'
import { termsOf } from '../deposits/terms.ts'
import type { SignedIn } from '../http/handlers.ts'
import { readSetting } from '../market/settings.ts'
import { heldUntilOf } from './hold.ts'
import { withdrawalTerms, withdrawalTermsOf } from './terms.ts'

type Withdrawing = NonNullable<Stated<'user.profile'>['withdraw']>

/** The ways in which a person can withdraw, and what keeps their money here for now. */
export async function withdrawingOf({ db, user, now }: SignedIn, deposits: Deposits): Promise<Withdrawing> {
  const [terms, deposited] = await Promise.all([withdrawalTerms(db), depositTerms(db)])
  const methods = depositCoins.flatMap(({ network, coin }) => {
    const chain = deposits.payingOf(network)
    const found = withdrawalTermsOf(terms, network, coin)
    if (!chain || !found) return []
    const { confirmations } = termsOf(deposited, network, coin)
    return {
      ...{ network, coin, test: chain.test, simulated: chain.simulated, confirmations },
      ...{ minimum: String(found.minimum), fee: String(found.fee) },
      seconds: Math.ceil(confirmations * chain.blockSeconds),
    }
  })
  return {
    methods,
    heldUntil: await heldUntilOf(db, user.id, now()),
    newAddressHours: await readSetting(db, 'newAddressHours'),
  }
}
