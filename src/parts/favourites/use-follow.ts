import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { links } from '../../links/links.ts'
import { useMutate } from '../../data/use-mutate.ts'

/**
 * Follows or unfollows a store (for guests too, and offline) and shows a toast with a link to the followed stores, or
 * with undo.
 */
export function useFollow(): (id: number, on: boolean) => void {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const mutate = useMutate()
  const set = (id: number, on: boolean) =>
    mutate(
      'follow.set',
      { id, on },
      on
        ? {
            text: t('store.followed'),
            kind: 'good',
            action: { label: t('store.seeFollowed'), run: () => navigate(links.collectShop) },
          }
        : {
            text: t('store.unfollowed'),
            action: { label: t('store.undo'), run: () => void mutate('follow.set', { id, on: true }) },
          },
    )
  return (id, on) => void set(id, on)
}
