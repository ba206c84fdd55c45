import type { Stated } from '#contract/registry.ts'
import { percentOf } from '#contract/market/fees.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import { rateText } from '#contract/currencies/rates.ts'
import { readLogo } from '../../appearance/appearance.ts'
import { accepted, refused, type HandlersFor, type OperatorCall } from '../../http/handlers.ts'
import { enrolledOf } from '../../factors/operator.ts'
import { tell } from '../../site/tell.ts'
import { orderIdOf } from '../../orders/moves/operator.ts'
import { decideAct, waitingActs } from '../second-eyes.ts'
import { putSite, siteSetting } from '../../site/operator.ts'
import { mostStoredToday } from '../stored-today.ts'
import { traderOf } from '../../stores/suspend.ts'
import { readRateOf } from '../../rates/operator.ts'
import { readLimit } from '../../site/limits.ts'
import { isOld } from '../../rates/coin-rates.ts'
import { readMarketCurrency } from '../../market/currency.ts'
import { readFeeRates } from '../../market/fee-rate.ts'
import { readSetting, readSiteSettings, type Setting } from '../../market/settings.ts'
import { checkClock } from '../../withdrawals/signatures.ts'
import { actOf, actorOf, answered, reasoned } from '../change.ts'
import { figuresOf } from './figures.ts'
import { findOrders, findPeople, findStores } from '../find.ts'

type DeskCalls =
  | 'operator.people'
  | 'operator.stores'
  | 'operator.suspend'
  | 'operator.endFactor'
  | 'operator.orders'
  | 'operator.refund'
  | 'operator.acts'
  | 'operator.decide'
  | 'operator.site'
  | 'operator.siteSet'
  | 'operator.money'
  | 'operator.moneySet'
  | 'operator.tell'
  | 'operator.figures'

const actsOf = async (call: OperatorCall): Promise<Pick<Stated<'operator.acts'>, 'acts'>> => ({
  acts: await waitingActs(call.db, call.now(), call.user.id),
})

const limits = {
  second: 'secondEyesWorth',
  unpaid: 'unpaidWorth',
  rateStep: 'rateStep',
  rateAge: 'rateAge',
  payQuoteMinutes: 'payQuoteMinutes',
  newAddressHours: 'newAddressHours',
  withdrawOne: 'withdrawOneWorth',
  withdrawTwo: 'withdrawTwoWorth',
  withdrawFactor: 'withdrawFactorWorth',
  storeDay: 'storeDay',
  soleWaits: 'soleWaits',
  fee: 'feeRate',
  sweepPercent: 'sweepPercent',
} as const

/** The desks of people, stores, orders, acts, site and money. */
export const deskHandlers: HandlersFor<DeskCalls> = {
  'operator.people': async (call, input) => accepted(await findPeople(call.db, input)),
  'operator.stores': async (call, input) => accepted(await findStores(call.db, input)),
  'operator.suspend': (call, input) =>
    reasoned(call, async () => {
      const whom = 'trader' in input ? input.trader : await traderOf(call.db, input.whom)
      const { reason } = input
      return actOf(call, reason === null ? { act: 'unsuspend', whom } : { act: 'suspend', whom, reason })
    }),
  'operator.endFactor': (call, { person }) =>
    reasoned(call, async () => {
      const { confirmedAt } = await enrolledOf(call.db, person)
      return actOf(call, { act: 'factor', person, confirmedAt })
    }),
  'operator.orders': async (call, input) => accepted(await findOrders(call.db, input)),
  'operator.refund': (call, { id, reason }) =>
    reasoned(call, async () => {
      const order = await orderIdOf(call.db, id)
      return actOf(call, { act: 'refund', order, ...(reason !== undefined && { words: reason }) })
    }),
  'operator.acts': async (call) => accepted(await actsOf(call)),
  'operator.decide': (call, input) =>
    reasoned(call, async () => {
      checkClock(input.approval, call.now())
      const decided = await decideAct(call.db, input, call.now(), call.user.id)
      if (decided.kind === 'gone') return refused('notFound')
      if (decided.kind !== 'done') return refused('noRight')
      return accepted({ ...(await actsOf(call)), ...(decided.entrance && { entrance: decided.entrance }) })
    }),

  'operator.site': async ({ db }) => {
    const [settings, logo, areas] = await Promise.all([
      readSiteSettings(db),
      readLogo(db),
      db.selectFrom('area_rules').select(['code', 'open']).orderBy('code').execute(),
    ])
    return accepted({ settings: Object.entries(settings).map(([name, value]) => ({ name, value })), areas, logo })
  },
  'operator.siteSet': (call, { name, value }) =>
    answered(call, () => putSite(call.db, siteSetting(name), value, actorOf(call))),
  'operator.money': async ({ db, now }) => {
    const market = await readMarketCurrency(db)
    const limit = async (name: Setting): Promise<string> => decimalOf(await readSetting(db, name), market)
    const rateAge = await readSetting(db, 'rateAge')
    const fee = await readFeeRates(db, now())
    const rates = await db.selectFrom('exchange_rates').selectAll().orderBy('currency').execute()
    return accepted({
      rates: rates.map(({ currency, numerator, denominator, at, fixed, stopped }) => ({
        ...{ currency, rate: rateText({ numerator, denominator }), at: at.getTime(), fixed, stopped },
        old: isOld({ at, fixed }, now(), rateAge),
      })),
      second: await limit('secondEyesWorth'),
      unpaid: await limit('unpaidWorth'),
      rateStep: await readSetting(db, 'rateStep'),
      rateAge,
      payQuoteMinutes: await readSetting(db, 'payQuoteMinutes'),
      newAddressHours: await readSetting(db, 'newAddressHours'),
      withdrawOne: await limit('withdrawOneWorth'),
      withdrawTwo: await limit('withdrawTwoWorth'),
      withdrawFactor: await limit('withdrawFactorWorth'),
      storeDay: await readSetting(db, 'storeDay'),
      storeDayMost: await mostStoredToday(db, 'store', 'stored')(),
      soleWaits: await readSetting(db, 'soleWaits'),
      fee: percentOf(fee.rate),
      sweepPercent: await readSetting(db, 'sweepPercent'),
      feeNext: fee.next && { fee: percentOf(fee.next.rate), from: fee.next.from },
    })
  },
  'operator.moneySet': (call, { what, currency, amount, fixed }) =>
    reasoned(call, async () => {
      const market = await readMarketCurrency(call.db)
      return actOf(
        call,
        what === 'rate'
          ? { act: 'rate', ...readRateOf(market, currency ?? '', amount), ...(fixed && { fixed }) }
          : readLimit(market, limits[what], amount),
      )
    }),
  'operator.tell': (call, input) => answered(call, () => tell(call.db, input, call.now(), actorOf(call))),
  'operator.figures': async (call, { days }) => accepted(await figuresOf(call.db, days, call.now())),
}
