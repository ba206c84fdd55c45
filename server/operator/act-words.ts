import { percentOf } from '#contract/market/fees.ts'
import { decimalOf } from '#contract/currencies/money.ts'
import type { OperatorAct, WaitingAct } from '#contract/operator/schema-acts.ts'
import { FIRST_CURRENCY } from '#contract/currencies/exchange.ts'

type About = NonNullable<WaitingAct['about']>

/** The name and words of an act for apps from before acts were values. */
export function actWords(act: OperatorAct, { whom = '', money }: About): Pick<WaitingAct, 'act' | 'args'> {
  const worth = (amount: number): string => decimalOf(amount, money?.currency ?? FIRST_CURRENCY)
  switch (act.act) {
    case 'refund':
      return { act: act.act, args: [act.order, 'operator', act.words ?? ''] }
    case 'report':
      return { act: act.act, args: [act.report, 'decide', worth(act.refund), act.words] }
    case 'suspend':
      return { act: act.act, args: [whom, act.reason] }
    case 'unsuspend':
      return { act: act.act, args: [whom] }
    case 'operator':
      return { act: act.act, args: act.rights === null ? ['remove', whom] : ['add', whom, ...act.rights] }
    case 'limit':
      return act.limit === 'secondEyesWorth'
        ? { act: 'second', args: [worth(act.value)] }
        : { act: act.limit, args: [act.limit === 'feeRate' ? percentOf(act.value) : String(act.value)] }
    case 'rate':
      return { act: act.act, args: [act.currency, act.rate, ...(act.fixed ? ['fixed'] : [])] }
    case 'rates':
      return { act: act.act, args: act.rates.map(({ currency, rate }) => `${currency} ${rate}`) }
    default:
      return { act: act.act, args: whom === '' ? [] : [whom] }
  }
}
