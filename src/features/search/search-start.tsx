import History from 'lucide-react/icons/history'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { rootCategories } from '#localdb/queries/catalogue/home.ts'
import { searchHistory, startStores } from '#localdb/queries/search/search.ts'
import { useSearchHistory } from '../../data/use-answer.ts'
import { useLive } from '../../data/use-live.ts'
import { useWant } from '../../data/use-want.ts'
import { CategoryStrip } from '../../parts/catalogue/category-strip.tsx'
import { Freshness, oldestAt } from '../../parts/sync/freshness.tsx'
import { StoreCard } from '../../parts/stores/store-card.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Section } from '../../ui/blocks/card.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import styles from './search.module.css'

/** The number of stores shown on the start page. */
const STORES = 6
const CLEAR = 'clear'

/** The start page of search: earlier searches, the root categories, and followed or recommended stores. */
export function SearchStart({ onSearch }: { onSearch(text: string): void }) {
  const { t } = useTranslation()
  const history = useLive(searchHistory, [], [])
  const keep = useSearchHistory()
  const roots = useLive(rootCategories, [])
  const begin = useLive(startStores, [])
  const wanted = useWant('catalogue.categories', {}, roots?.length === 0)
  useWant('catalogue.home', {}, begin?.home === false)
  useWant('catalogue.stores', { ids: begin?.missing ?? [] }, (begin?.missing.length ?? 0) > 0)
  const stores = begin?.stores.slice(0, STORES) ?? []
  const start = useRef<HTMLDivElement>(null)
  const item = useKeptFocus(history.length > 0 ? [CLEAR, ...history.map((text) => `past ${text}`)] : [], start)
  return (
    <div ref={start} tabIndex={-1} role="group" aria-label={t('search.open')} className={styles.start}>
      {history.length > 0 && (
        <Section
          title={t('search.history')}
          end={
            <Button ref={item(CLEAR)} kind="quiet" onClick={() => keep({ clear: true })}>
              {t('search.clearHistory')}
            </Button>
          }
        >
          <ul className={styles.history}>
            {history.map((text) => (
              <li key={text} className={styles.past}>
                <button type="button" className={styles.again} onClick={() => onSearch(text)}>
                  <History aria-hidden="true" />
                  <bdi>{text}</bdi>
                </button>
                <IconButton
                  ref={item(`past ${text}`)}
                  label={t('search.forget', { text })}
                  icon={<X />}
                  onClick={() => keep({ forget: text })}
                />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {(roots?.length || wanted.state !== 'failed') && (
        <Section title={t('search.categories')}>
          <CategoryStrip roots={roots} wrap />
        </Section>
      )}
      {stores.length > 0 && (
        <Section title={t(begin?.followed ? 'search.followed' : 'search.recommended')}>
          <Freshness at={oldestAt(stores)} />
          <ul className={styles.stores}>
            {stores.map((store) => (
              <li key={store.id}>
                <StoreCard store={store} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
