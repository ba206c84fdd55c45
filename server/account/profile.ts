import { assetOf, centsOf } from '#contract/coins/assets.ts'
import { FIRST_CURRENCY } from '#contract/currencies/exchange.ts'
import { methodsOf, type Deposits } from '../deposits/deposits.ts'
import { hasFundPassword } from '../factors/fund-password.ts'
import { accepted, type HandlersFor } from '../http/handlers.ts'
import { available } from '../ledger/accounts.ts'
import { balancesWorth, coinRates as readCoinRates } from '../rates/coin-rates.ts'
import { balances } from '../ledger/ledger.ts'
import { readMarketCurrency } from '../market/currency.ts'
import { holdsTestMoney, paysTest } from '../ledger/test-money.ts'
import { bounceOf } from '../mails/bounces.ts'
import { waitingForOperator } from '../operator/desks/waits.ts'
import { heldBy } from '../orders/paying/held.ts'
import { withdrawingOf } from '../withdrawals/methods.ts'
import { invitationsOf } from './invitations.ts'
import { userColumns, userJson } from './user-json.ts'

type ReadProfile = HandlersFor<'user.profile'>['user.profile']

/** The caller's account and money; `deposits` are the chains from which accounts are credited, where there are any. */
export async function readProfile(
  call: Parameters<ReadProfile>[0],
  deposits: Deposits | undefined,
): ReturnType<ReadProfile> {
  const [user, own, rates, test, held, paidTest, ...rest] = await Promise.all([
    call.db.selectFrom('users').select(userColumns).where('id', '=', call.user.id).executeTakeFirstOrThrow(),
    balances(call.db, available(call.user.id)),
    readCoinRates(call.db, call.now()),
    holdsTestMoney(call.db, call.user.id),
    heldBy(call.db, call.user.id, call.now()),
    paysTest(call.db),
    invitationsOf(call),
    deposits ? methodsOf(call.db, deposits, call.user.id) : [],
    hasFundPassword(call.db, call.user.id),
    deposits ? withdrawingOf(call, deposits) : undefined,
    waitingForOperator(call.db, call.user.id, call.now()),
    bounceOf(call.db, call.user.id),
    readMarketCurrency(call.db),
  ])
  const [invitations, recharge, fundPassword, withdraw, operator, bounced, currency] = rest
  const worth = balancesWorth(own, rates, { test: paidTest, currency })
  // Apps from before several coins know dollars, one for a USDT.
  const amount = currency === FIRST_CURRENCY ? centsOf(own.get(assetOf('USDT', paidTest)) ?? 0n) : worth
  const money = { amount, currency, test, worth, ...held }
  const more = { coinRates: rates, fundPassword, recharge, withdraw, invitations, operator, bounced }
  return accepted({ userinfo: userJson(user), money, ...more })
}
