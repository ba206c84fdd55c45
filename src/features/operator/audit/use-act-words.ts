import { useTranslation } from 'react-i18next'
import { coinOf, isAsset } from '#contract/coins/assets.ts'
import { networkName } from '#contract/coins/networks.ts'
import { operatorRights } from '#contract/wire/operator-rights.ts'
import type { OperatorAct, WaitingAct } from '#contract/operator/schema-acts.ts'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { useFormat } from '../../../parts/format/use-format.ts'
import { useMoney } from '../../../parts/money/use-money.tsx'

type RateAct = Extract<OperatorAct, { act: 'rate' | 'rates' }>

/** Describes a change of rates that waits. */
function useRateActWords(): (act: RateAct) => string {
  const { t } = useTranslation()
  return (act) => {
    if (act.act === 'rate') {
      const { currency, rate, fixed } = act
      return t(fixed ? 'operatorActs.rateFixed' : 'operatorActs.rate', { currency, rate })
    }
    const rates = act.rates.map(({ currency, rate, fixed }) =>
      fixed ? `${currency} ${rate} (${t('ratesDesk.isFixed')})` : `${currency} ${rate}`,
    )
    return t('operatorActs.rates', { rates: rates.join(', ') })
  }
}

/** Describes an act that waits: its effect, its person or order, and its amount. An unknown act is its name. */
export function useActWords(): (act: WaitingAct) => string {
  const { t } = useTranslation()
  const { money, number } = useFormat()
  const { market } = useMoney()
  const coins = useCoins()
  const rateWords = useRateActWords()
  const ownCase = (act: OperatorAct, about: NonNullable<WaitingAct['about']>): string => {
    switch (act.act) {
      case 'bar':
        return t(act.what === 'goods' ? 'operatorActs.barGoods' : 'operatorActs.barReview', {
          id: act.id,
          words: act.reason,
        })
      case 'unbar':
        return t(act.what === 'goods' ? 'operatorActs.unbarGoods' : 'operatorActs.unbarReview', { id: act.id })
      case 'loan': {
        const { offer, note } = act.answer
        if (!offer) return t('operatorActs.noLoan', { words: note })
        const { amount, months, rate } = offer
        // An older server does not say in which currency.
        const lent = money(amount, about.money?.currency ?? market)
        return t('operatorActs.lend', { amount: lent, months, percent: number(rate / 100) })
      }
      case 'application':
        if (act.decision.act === 'refuse') return t('operatorActs.decline', { words: act.decision.reason })
        if (act.decision.act !== 'ask') return t('operatorActs.approve')
        return t('operatorActs.askChanges', {
          words: act.decision.asked.map(({ what, note }) => `${t(`applications.${what}`)}: ${note}`).join(' · '),
        })
      case 'sweep': {
        const { asset, network, to: address } = act
        const cost = coins(BigInt(act.cost), act.costAsset)
        return t('operatorActs.sweep', { coin: coinOf(asset), network: networkName(network), address, cost })
      }
      default:
        return act.act
    }
  }
  return ({ act, value, order = '', about = {} }) => {
    const { buyer = '', whom = '' } = about
    const amount = about.money && money(about.money.amount, about.money.currency)
    if (!value) return act
    switch (value.act) {
      case 'refund':
        return t('operatorActs.refund', { order, buyer, amount, words: value.words ?? '' }).trim()
      case 'report':
        return value.refund === 0
          ? t('operatorActs.dismiss', { order, buyer, words: value.words })
          : t('operatorActs.report', { order, buyer, amount, words: value.words })
      case 'suspend':
        return t('operatorActs.suspend', { whom, words: value.reason })
      case 'unsuspend':
        return t('operatorActs.unsuspend', { whom })
      case 'operator': {
        const rights = operatorRights.filter((right) => value.rights?.includes(right))
        return value.rights === null
          ? t('operatorActs.remove', { whom })
          : t('operatorActs.add', { whom, rights: rights.map((right) => t(`operatorRights.${right}`)).join(', ') })
      }
      case 'factor':
        return t('operatorActs.factor', { whom })
      case 'rate':
      case 'rates':
        return rateWords(value)
      case 'limit':
        if (value.limit === 'secondEyesWorth') return t('operatorActs.second', { amount })
        if (value.limit === 'feeRate') return t('operatorActs.feeRate', { percent: number(value.value / 100) })
        return t(`operatorActs.${value.limit}`, { amount, value: value.value })
      case 'withdrawal': {
        const { asset = '', amount: units = '0', network = '', address = '' } = about.withdrawal ?? {}
        const sum = isAsset(asset) ? coins(BigInt(units), asset) : ''
        return value.decision.agree
          ? t('operatorActs.withdrawal', { coins: sum, whom, address, network: networkName(network) })
          : t('operatorActs.noWithdrawal', { coins: sum, whom, words: value.decision.reason })
      }
      default:
        return ownCase(value, about)
    }
  }
}
