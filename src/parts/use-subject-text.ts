import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import type { Change } from '#localdb/queries/sync.ts'
import { useUnsealed } from '../data/use-unsealed.ts'
import { useFormat } from './use-format.ts'

/** The subjects of a list's changes, in words; sealed addresses are decrypted once for the whole list. */
export function useSubjectText(changes: readonly Change[] | undefined): (change: Change) => string {
  const { t } = useTranslation()
  const { locale, number, money } = useFormat()
  // Numbered by `at`, since several may be of one address.
  const sealed = useMemo(
    () =>
      changes?.flatMap(({ subject }, n) =>
        subject.kind === 'address' && subject.address ? [{ ...subject.address, at: n }] : [],
      ) ?? [],
    [changes],
  )
  const clear = useUnsealed(sealed, 'addresses')
  return (change) => {
    const { subject } = change
    switch (subject.kind) {
      case 'product':
        return [
          subject.title ? textIn(subject.title, locale) : t('refused.product', { id: subject.id }),
          subject.label && textIn(subject.label, locale),
        ]
          .filter(Boolean)
          .join(' · ')
      case 'products':
        return t('sync.products', { n: number(subject.count) })
      case 'store':
        return subject.name ?? t('refused.store', { id: subject.id })
      case 'address': {
        const own = clear?.find(({ at, id }) => changes?.[at]?.intentId === change.intentId && id === subject.id)
        return [own?.recipient, own?.city].filter(Boolean).join(', ') || t('refused.address')
      }
      case 'order': {
        const order = t('sync.order', { shop: subject.shopName ?? t('cart.shopFallback', { id: subject.shopId }) })
        return subject.total ? `${order} · ${money(subject.total.amount, subject.total.currency)}` : order
      }
      case 'unknown':
        return t('sync.unknownThing')
    }
  }
}
