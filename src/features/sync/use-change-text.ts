import { useTranslation } from 'react-i18next'
import type { Does, WaitingChange } from '#localdb/queries/sync/changes.ts'
import { useReachable } from '../../data/use-status.ts'
import { intl } from '../../ui/intl.ts'
import { useFormat } from '../../parts/format/use-format.ts'

/** The sentence for the effect of a change. */
export function useEffectText(): (does: Does) => string {
  const { t } = useTranslation()
  const { number } = useFormat()
  return ({ what, numbers: { n = 0, from = 0, to = 0 } }) =>
    t(`sync.does.${what}`, { n: number(n), from: number(from), to: number(to) })
}

/** Why a change waits, in words. */
export function useReasonText(): (change: WaitingChange) => string {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const reachable = useReachable()
  return ({ why, until }) => {
    if (why === 'busy' || (why === 'undo' && reachable))
      return t(`sync.why.${why}`, { time: intl('date', locale, { timeStyle: 'medium' }).format(until) })
    if ((why === 'next' || why === 'undo') && !reachable) return t('sync.why.network')
    return t(why === 'checking' && !reachable ? 'sync.why.checkingOffline' : `sync.why.${why}`)
  }
}
