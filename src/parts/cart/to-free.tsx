import { useTranslation } from 'react-i18next'
import type { OrderPart } from './reckon-cart.ts'
import { useShownMoney } from '../money/use-shown-money.ts'

/** How much more of a store's goods ships for nothing; nothing where that is no question. */
export function ToFree({ part, className }: { part: OrderPart; className: string | undefined }) {
  const { t } = useTranslation()
  const money = useShownMoney()
  return (
    part.toFree > 0 && <p className={className}>{t('cart.toFree', { money: money(part.toFree, part.currency) })}</p>
  )
}
