import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { links } from '../app/links.ts'
import { useAct } from './use-act.ts'

/**
 * Follows or unfollows a store (for guests too, and offline) and shows a toast with a link to the followed stores, or
 * with undo.
 */
export function useFollow(): (id: number, on: boolean) => void {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const act = useAct()
  const set = (id: number, on: boolean) =>
    act(
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
            action: { label: t('store.undo'), run: () => void act('follow.set', { id, on: true }) },
          },
    )
  return (id, on) => void set(id, on)
}
