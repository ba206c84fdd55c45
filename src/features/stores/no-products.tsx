import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The store has nothing of that name, and the way back to what it has. */
export function NoProducts({ onClear }: { onClear(): void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('store.noneFound')}
      text={t('store.noneFoundHint')}
      action={
        <Button kind="secondary" onClick={onClear}>
          {t('store.showAll')}
        </Button>
      }
    />
  )
}
