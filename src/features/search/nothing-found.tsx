import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import { Beneath } from '../../parts/home/beneath.tsx'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/blocks/empty-state.tsx'
import type { SearchView } from './search-view.ts'
import styles from './search.module.css'

interface NothingFoundProps {
  view: SearchView
  onChange(next: Partial<SearchView>): void
  /** Only this device was searched. */
  device: boolean
}

/** Shown when nothing was found, with ways on: without filters, in all categories, with fewer words, or browsing. */
export function NothingFound({ view, onChange, device }: NothingFoundProps) {
  const { t } = useTranslation()
  const filtered = Object.keys(view.filter).length > 0
  const words = view.text.split(' ')
  const fewer = words.length > 1 ? words.slice(0, -1).join(' ') : undefined
  return (
    <>
      <EmptyState
        icon={<SearchX />}
        title={t('search.none', { text: view.text })}
        text={t(filtered ? 'filter.noneHint' : device ? 'search.noneDevice' : 'search.noneHint')}
        action={
          <div className={styles.ways}>
            {filtered && (
              <Button kind="secondary" onClick={() => onChange({ filter: {} })}>
                {t('filter.clear')}
              </Button>
            )}
            {view.category !== undefined && (
              <Button kind="secondary" onClick={() => onChange({ category: undefined })}>
                {t('search.allCategories')}
              </Button>
            )}
            {fewer && (
              <ButtonLink kind="secondary" href={links.search({ text: fewer })}>
                {t('search.fewer', { text: fewer })}
              </ButtonLink>
            )}
            <ButtonLink kind="secondary" href={links.products()}>
              {t('search.browse')}
            </ButtonLink>
          </div>
        }
      />
      <Beneath />
    </>
  )
}
