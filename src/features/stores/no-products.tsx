import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'

/** Shown when a search within the store finds nothing, with a button to all its products. */
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
