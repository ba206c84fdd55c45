import { useTranslation } from 'react-i18next'
import { orderFigures } from '#localdb/queries/orders.ts'
import { useLive } from '../../data/use-live.ts'
import { useProfile } from '../../data/use-profile.ts'
import { useWant } from '../../data/use-want.ts'
import { Freshness } from '../../parts/freshness.tsx'
import { useFormat } from '../../parts/use-format.ts'
import { intl } from '../../ui/intl.ts'
import { Notice } from '../../ui/notice.tsx'

/**
 * The amount that unsent and unpaid orders will need, against the last known balance; `more` is what is about to be
 * ordered. Renders nothing when nothing is needed.
 */
export function BalanceNeed({ more = [] }: { more?: readonly { currency: string; amount: number }[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const account = useProfile()
  const held = useLive(orderFigures, [])?.held
  useWant('user.profile', {}, account?.link?.session === 'ok')
  const need = new Map(held)
  for (const { currency, amount } of more) need.set(currency, (need.get(currency) ?? 0) + amount)
  if (!held || !account || need.size === 0) return null
  const money = account.profile?.money
  const missing = money ? (need.get(money.currency) ?? 0) - money.amount : 0
  const list = intl('list', format.locale).format([...need].map(([currency, amount]) => format.money(amount, currency)))
  return (
    <Notice tone={missing > 0 ? 'warn' : 'info'}>
      <p>{t(more.length === 0 ? 'money.need' : held.size > 0 ? 'money.needWith' : 'money.needHere', { need: list })}</p>
      <p>{money ? t('money.known', { money: format.money(money.amount, money.currency) }) : t('money.unknown')}</p>
      {missing > 0 && <p>{t('money.short', { missing: format.money(missing, money!.currency) })}</p>}
      {money && <Freshness at={account.at} />}
    </Notice>
  )
}
