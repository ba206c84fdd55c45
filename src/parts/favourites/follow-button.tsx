import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from '../../ui/controls/button.tsx'
import { useFollow } from './use-follow.ts'

/**
 * Follows a store, or no longer: for guests too, and offline. `kinds` are its looks while the store is not followed and
 * while it is.
 */
export function FollowButton({
  store,
  on,
  kinds: [off, followed],
}: {
  store: { id: number; name: string }
  on: boolean
  kinds: [NonNullable<ButtonProps['kind']>, NonNullable<ButtonProps['kind']>]
}) {
  const { t } = useTranslation()
  const set = useFollow()
  const act = t(on ? 'store.following' : 'store.follow')
  return (
    <Button
      kind={on ? followed : off}
      icon={on ? <Check /> : <Plus />}
      aria-pressed={on}
      aria-label={t('store.followOf', { act, name: store.name })}
      onClick={() => set(store.id, !on)}
    >
      {act}
    </Button>
  )
}
