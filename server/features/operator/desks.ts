import type { Stated } from '#contract/registry.ts'
import { decimalOf } from '#contract/rules/money.ts'
import { accepted, refused, type HandlersFor, type OperatorCall } from '../../http/handlers.ts'
import { message } from '../../operator/messages.ts'
import { operators } from '../../operator/operators.ts'
import { actOrAsk, decideAct, waitingActs, type ActName } from '../../operator/second-eyes.ts'
import { setSite } from '../../operator/site.ts'
import { setArea, setRate, setUnpaidWorth } from '../../operator/terms.ts'
import { BALANCE_CURRENCY } from '../../ledger/ledger.ts'
import { readSetting, readSiteSettings, type Setting } from '../../settings.ts'
import { change, said } from './change.ts'
import { figuresOf } from './figures.ts'
import { findOrders, findPeople, findStores } from './find.ts'

type DeskCalls =
  | 'operator.people'
  | 'operator.stores'
  | 'operator.suspend'
  | 'operator.orders'
  | 'operator.refund'
  | 'operator.acts'
  | 'operator.decide'
  | 'operator.staff'
  | 'operator.staffSet'
  | 'operator.site'
  | 'operator.siteSet'
  | 'operator.areaSet'
  | 'operator.money'
  | 'operator.moneySet'
  | 'operator.tell'
  | 'operator.figures'

const actOf = (call: OperatorCall, name: ActName, args: readonly string[]) =>
  said(call, async () => accepted(await actOrAsk(call.db, name, args, call.now(), call.user.id)))
const actsOf = async (call: OperatorCall): Promise<Stated<'operator.acts'>> => ({
  acts: await waitingActs(call.db, call.now()),
})

/** What the desks show and do, by the functions that the commands of `npm run market` call. */
export const deskHandlers: HandlersFor<DeskCalls> = {
  'operator.people': async (call, { find }) => accepted(await findPeople(call.db, find)),
  'operator.stores': async (call, { find }) => accepted(await findStores(call.db, find)),
  'operator.suspend': (call, { whom, reason }) =>
    reason === null ? actOf(call, 'unsuspend', [whom]) : actOf(call, 'suspend', [whom, reason]),

  'operator.orders': async (call, input) => accepted(await findOrders(call.db, input)),
  'operator.refund': (call, { id, reason }) =>
    actOf(call, 'refund', [id, 'operator', ...(reason === undefined ? [] : [reason])]),

  'operator.acts': async (call) => accepted(await actsOf(call)),
  'operator.decide': (call, { id, agree }) =>
    said(call, async () => {
      const by = { id: call.user.id, rights: call.operator.rights }
      const became = await decideAct(call.db, id, agree, call.now(), by)
      if (became === 'noRight' || became === 'own') return refused('noRight')
      return became === 'gone' ? refused('notFound') : accepted(await actsOf(call))
    }),

  'operator.staff': async (call) =>
    accepted({
      staff: (await operators(call.db)).map((one) => ({
        id: one.user_id,
        email: one.email,
        name: one.username,
        rights: one.rights,
        entered: one.entered_at !== null,
        since: one.since.getTime(),
      })),
    }),
  'operator.staffSet': (call, { email, rights }) =>
    actOf(call, 'operator', rights === null ? ['remove', email] : ['add', email, ...rights]),

  'operator.site': async ({ db }) => {
    const [settings, areas] = await Promise.all([
      readSiteSettings(db),
      db.selectFrom('area_rules').select(['code', 'open']).orderBy('code').execute(),
    ])
    return accepted({ settings: Object.entries(settings).map(([name, value]) => ({ name, value })), areas })
  },
  'operator.siteSet': (call, { name, value }) => change(call, setSite, [name, value]),
  'operator.areaSet': (call, { code, open }) => change(call, setArea, [open ? 'open' : 'close', code]),
  'operator.money': async ({ db }) => {
    const limit = async (name: Setting): Promise<string> => decimalOf(await readSetting(db, name), BALANCE_CURRENCY)
    const rates = await db.selectFrom('exchange_rates').selectAll().orderBy('currency').execute()
    return accepted({
      rates: rates.map(({ currency, numerator, denominator, at }) => ({
        currency,
        rate: String(numerator / denominator),
        at: at.getTime(),
      })),
      second: await limit('secondEyesWorth'),
      unpaid: await limit('unpaidWorth'),
    })
  },
  'operator.moneySet': (call, { what, currency, amount }) => {
    if (what === 'second') return actOf(call, 'second', [amount])
    return what === 'rate' ? change(call, setRate, [currency ?? '', amount]) : change(call, setUnpaidWorth, [amount])
  },
  'operator.tell': (call, { to, texts }) =>
    change(call, message, [to, ...texts.flatMap(({ language, title, text }) => [language, title, text])]),
  'operator.figures': async (call, { days }) => accepted(await figuresOf(call.db, days, call.now())),
}
