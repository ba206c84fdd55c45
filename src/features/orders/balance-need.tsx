import { useTranslation } from 'react-i18next'
import { convert } from '#contract/currencies/exchange.ts'
import { orderFigures } from '#localdb/queries/orders/items.ts'
import { useLive } from '../../data/use-live.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useWant } from '../../data/use-want.ts'
import { Freshness } from '../../parts/sync/freshness.tsx'
import { useFormat } from '../../parts/format/use-format.ts'
import { useMoney } from '../../parts/money/use-money.tsx'
import { Notice } from '../../ui/blocks/notice.tsx'

/**
 * The amount that unsent and unpaid orders will need, against the last known balance; `more` is what is about to be
 * ordered, in the market's currency. Renders nothing when nothing is needed.
 */
export function BalanceNeed({
  more = { amount: 0, orders: 0 },
}: {
  more?: { amount: number; orders: number } | undefined
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { market, rateOf } = useMoney()
  const account = useProfile()
  const figures = useLive(orderFigures, [])
  useWant('user.profile', {}, account?.link?.session === 'ok')
  if (!figures || !account) return null
  const { held, counts } = figures
  const orders = more.orders + (counts.get('onDevice') ?? 0) + (counts.get('unpaid') ?? 0)
  if (orders === 0) return null
  const need = [...held].reduce(
    (sum, [currency, amount]) => sum + (convert(amount, currency, market, rateOf) ?? 0),
    more.amount,
  )
  const stated = account.profile?.money
  // A balance from before the market's currency was chosen is valued in another one.
  const money = stated?.currency === market ? stated : undefined
  const has = money && (money.worth ?? money.amount)
  const missing = has === undefined ? 0 : need - has
  return (
    <Notice tone={missing > 0 ? 'warn' : 'info'}>
      <p>{t('money.need', { need: format.money(need, market), count: orders })}</p>
      <p>{money ? t('money.known', { money: format.money(has!, money.currency) }) : t('money.unknown')}</p>
      {missing > 0 && <p>{t('money.short', { missing: format.money(missing, market) })}</p>}
      {money && <Freshness at={account.at} />}
    </Notice>
  )
}
