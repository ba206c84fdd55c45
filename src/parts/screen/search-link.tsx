import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { links } from '../../links/links.ts'
import styles from './search-link.module.css'

/** Looks like a search field and leads to the search, where its field has the focus. */
export function SearchLink() {
  const { t } = useTranslation()
  return (
    <a href={links.search()} className={styles.search}>
      <Search aria-hidden="true" />
      <span>{t('search.open')}</span>
    </a>
  )
}
