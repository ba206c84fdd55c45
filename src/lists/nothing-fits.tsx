import FilterX from 'lucide-react/icons/funnel-x'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/blocks/empty-state.tsx'

/** Shown when no product passes the filters, with a button to clear them. */
export function NothingFits({ onClear }: { onClear(): void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<FilterX />}
      title={t('filter.none')}
      text={t('filter.noneHint')}
      action={
        <Button kind="secondary" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  )
}
