import Heart from 'lucide-react/icons/heart'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'

/** Shown when there are no favourites yet, with a button to all products. */
export function NoFavourites({ onAll }: { onAll(): void }) {
  const { t } = useTranslation()
  const all = (
    <Button kind="secondary" onClick={onAll}>
      {t('products.showAll')}
    </Button>
  )
  return (
    <EmptyState
      icon={<Heart />}
      title={t('products.noFavourites')}
      text={t('products.noFavouritesHint')}
      action={all}
    />
  )
}
