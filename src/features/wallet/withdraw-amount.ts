import { useTranslation } from 'react-i18next'
import { useCoins } from '../../parts/money/use-coins.ts'
import type { WithdrawMethod } from './use-withdrawing.ts'

type Terms = Pick<WithdrawMethod, 'minimum' | 'fee'>

/** The faults of an amount: `none` is no amount, `short` exceeds the balance, `least` is less than the minimum. */
type AmountFault = 'none' | 'short' | 'least'

/** Why an amount cannot be withdrawn; undefined when it can. All in units. */
export function amountFault(
  units: bigint | undefined,
  { minimum, fee }: Terms,
  balance: bigint,
): AmountFault | undefined {
  if (units === undefined || units <= 0n) return 'none'
  if (units > balance) return 'short'
  return units < minimum || units <= fee ? 'least' : undefined
}

/** The part of an amount that is sent: the fee comes off it. */
export const receivedOf = (units: bigint, fee: bigint): bigint => (units > fee ? units - fee : 0n)

/** Puts the fault of an amount into words; undefined where it has none. */
export function useAmountFaultText(method: WithdrawMethod): (fault: AmountFault | undefined) => string | undefined {
  const { t } = useTranslation()
  const coins = useCoins()
  const { coin, asset, minimum } = method
  return (fault) => {
    switch (fault) {
      case 'none':
        return t('recharge.wrongAmount', { coin })
      case 'short':
        return t('refusals.insufficientBalance')
      case 'least':
        return t('refusals.withdrawalLeast', { least: coins(minimum, asset) })
      default:
        return undefined
    }
  }
}
