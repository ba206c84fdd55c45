import { useTranslation } from 'react-i18next'
import { operatorRights } from '#contract/rules/operator-rights.ts'
import type { WaitingAct } from '#contract/schema/operator-desks.ts'
import { useFormat } from '../../parts/use-format.ts'

/** Says what an act that waits would do, to whom and with how much; of one that is newer than this app, as it came. */
export function useActWords(): (act: WaitingAct) => string {
  const { t } = useTranslation()
  const { money } = useFormat()
  return ({ act, args, order = '', about = {} }) => {
    const { buyer = '', whom = '' } = about
    const amount = about.money && money(about.money.amount, about.money.currency)
    switch (act) {
      case 'refund':
        return t('operatorActs.refund', { order, buyer, amount, words: args.slice(2).join(' ') }).trim()
      case 'report': {
        const words = args.slice(3).join(' ')
        return about.money?.amount === 0
          ? t('operatorActs.dismiss', { order, buyer, words })
          : t('operatorActs.report', { order, buyer, amount, words })
      }
      case 'suspend':
        return t('operatorActs.suspend', { whom, words: args.slice(1).join(' ') })
      case 'unsuspend':
        return t('operatorActs.unsuspend', { whom })
      case 'operator': {
        const rights = operatorRights
          .filter((right) => args.slice(2).includes(right))
          .map((right) => t(`operatorRights.${right}`))
        return args[0] === 'remove'
          ? t('operatorActs.remove', { whom })
          : t('operatorActs.add', { whom, rights: rights.join(', ') })
      }
      case 'second':
        return t('operatorActs.second', { amount })
      default:
        return `${act}: ${args.join(' ')}`
    }
  }
}
