import { useFormat } from '../format/use-format.ts'
import { useMoney } from './use-money.tsx'

/** Writes amounts of minor units in the person's currency, within a sentence. */
export function useShownMoney(): (amount: number, currency: string) => string {
  const { money } = useFormat()
  const { shown } = useMoney()
  return (amount, currency) => {
    const first = shown(amount, currency)
    return money(first.amount, first.currency)
  }
}
