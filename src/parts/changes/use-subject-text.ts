import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/text/locales.ts'
import type { OwnChange } from '#localdb/queries/sync/changes.ts'
import { useMarketName } from '../../data/texts/market-name.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { useFormat } from '../format/use-format.ts'
import { areaName } from '../addresses/area-name.ts'
import { useOrderName } from '../orders/use-order-name.ts'
import { useShownMoney } from '../money/use-shown-money.ts'

/** Whether this device knows what the subject of a change is called. */
export const hasSubjectName = ({ subject }: OwnChange): boolean =>
  subject.kind === 'product'
    ? subject.title !== undefined
    : subject.kind === 'store'
      ? subject.name !== undefined
      : true

/** The subjects of a list's changes, in words; sealed addresses are decrypted once for the whole list. */
export function useSubjectText(changes: readonly OwnChange[] | undefined): (change: OwnChange) => string {
  const { t } = useTranslation()
  const { locale, number } = useFormat()
  const money = useShownMoney()
  const market = useMarketName()
  // Numbered by `at`, since several may be of one address.
  const sealed = useMemo(
    () =>
      changes?.flatMap(({ subject }, n) =>
        subject.kind === 'address' && subject.address ? [{ ...subject.address, at: n }] : [],
      ) ?? [],
    [changes],
  )
  const nameOf = useOrderName()
  const clear = useUnsealed(sealed, 'addresses')
  return (change) => {
    const { subject } = change
    switch (subject.kind) {
      case 'product':
        return [
          subject.title ? textIn(subject.title, locale) : t('refused.product'),
          subject.label && textIn(subject.label, locale),
        ]
          .filter(Boolean)
          .join(' · ')
      case 'quote':
        return subject.title ? textIn(subject.title, locale) : t('refused.product')
      case 'products':
        return t('sync.products', { n: number(subject.count) })
      case 'store':
        return subject.name ?? t('refused.store')
      case 'list':
        return subject.name ?? t('sync.list')
      case 'address': {
        const own = clear?.find(({ at, id }) => changes?.[at]?.intentId === change.intentId && id === subject.id)
        return [own?.recipient, own?.city].filter(Boolean).join(', ') || t('refused.address')
      }
      case 'order': {
        const { number, at, total, shopName } = subject
        const order = t('sync.order', { shop: shopName ?? t('orders.thisStore') })
        const name = at === undefined ? undefined : nameOf({ number, createdAt: at })
        return [order, name, total && money(total.amount, total.currency)].filter(Boolean).join(' · ')
      }
      case 'loan':
        return t('sync.loan')
      case 'recharge':
        return t('sync.recharge')
      case 'application':
        return t('sync.application')
      case 'account':
        return t('sync.account')
      case 'messages':
        return t('sync.messages')
      case 'topic':
        if (subject.topic.startsWith('mail.')) return t('sync.topicMails')
        return subject.topic === 'news' ? t('sync.topicNews') : t('sync.topicOrders')
      case 'talk':
        return t('sync.talk', { name: subject.name ?? market })
      case 'area':
        return areaName(subject.code, locale)
      case 'unknown':
        return t('sync.unknownThing')
    }
  }
}
