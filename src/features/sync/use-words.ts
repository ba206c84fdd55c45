import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#contract/locales.ts'
import type { Change, Does, WaitingChange } from '#localdb/queries/sync.ts'
import { useReachable } from '../../data/use-reachable.ts'
import { useUnsealed } from '../../data/use-unsealed.ts'
import { useFormat } from '../../parts/use-format.ts'

/** What the changes of a list are about, in words: an address is opened for it, once for the whole list. */
export function useThings(changes: readonly Change[] | undefined): (change: Change) => string {
  const { t } = useTranslation()
  const { locale, number, money } = useFormat()
  // Marked by `at`, since several may be of one address.
  const sealed = useMemo(() => changes?.flatMap(({ subject }, n) => (subject.kind === 'address' && subject.address ? [{ ...subject.address, at: n }] : [])) ?? [], [changes])
  const clear = useUnsealed(sealed, 'addresses')
  return (change) => {
    const { subject } = change
    switch (subject.kind) {
      case 'product': return [subject.title ? textIn(subject.title, locale) : t('refused.product', { id: subject.id }), subject.label && textIn(subject.label, locale)].filter(Boolean).join(' · ')
      case 'products': return t('sync.products', { n: number(subject.count) })
      case 'store': return subject.name ?? t('refused.store', { id: subject.id })
      case 'address': {
        const own = clear?.find(({ at, id }) => changes?.[at]?.intentId === change.intentId && id === subject.id)
        return [own?.recipient, own?.city].filter(Boolean).join(', ') || t('refused.address')
      }
      case 'order': {
        const order = t('sync.order', { shop: subject.shopName ?? t('cart.shopFallback', { id: subject.shopId }) })
        return subject.total ? `${order} · ${money(subject.total.amount, subject.total.currency)}` : order
      }
      case 'unknown': return t('sync.unknownThing')
    }
  }
}

/** What a change does, in words. */
export function useDoes(): (does: Does) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return ({ what, numbers: { n = 0, from = 0, to = 0 } }) => t(`sync.does.${what}`, { n: number(n), from: number(from), to: number(to) })
}

/** Why a change waits, in words. */
export function useWhy(): (change: WaitingChange) => string {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const reachable = useReachable()
  return ({ why, until }) => {
    if (why === 'busy') return t('sync.why.busy', { time: new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(until) })
    if (why === 'next' && !reachable) return t('sync.why.network')
    return t(why === 'checking' && !reachable ? 'sync.why.checkingOffline' : `sync.why.${why}`)
  }
}
