import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { links } from '../app/links.ts'
import { useAct } from './use-act.ts'

/**
 * Follows a store or leaves it (also as a guest, also offline), and says so: with the way to the followed stores, or
 * back.
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
